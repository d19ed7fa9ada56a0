create extension if not exists pg_trgm;
create extension if not exists btree_gin;
create extension if not exists unaccent;

-- The wire form of an instant: store-local wall time, fraction only when there is one, offset, `Z` at zero.
create function iso(at timestamptz, zone text) returns text
language sql stable parallel safe
return case
  when zone = 'UTC' then (to_json(timezone('UTC', at)) #>> '{}') || 'Z'
  else (to_json(timezone(zone, at)) #>> '{}')
    || case
         when timezone(zone, at) = timezone('UTC', at) then 'Z'
         when timezone(zone, at) > timezone('UTC', at) then '+' || to_char(timezone(zone, at) - timezone('UTC', at), 'HH24:MI')
         else '-' || to_char(timezone('UTC', at) - timezone(zone, at), 'HH24:MI')
       end
end;

-- What a search compares: lower case, without accents.
create function folded(words text) returns text
language sql immutable parallel safe
return lower(unaccent('unaccent'::regdictionary, words));

create function folded(words text[]) returns text[]
language sql immutable parallel safe
return folded(words::text)::text[];
