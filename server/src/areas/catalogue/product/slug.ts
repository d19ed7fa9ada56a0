/** Room is left for a number behind it: no slug is longer than 255. */
const STEM_MAX = 240

/** The words of a title for an address: lower-case Latin letters, digits and single hyphens; `otherwise` when nothing of it remains. */
export function slugOf(title: string, otherwise = 'item'): string {
  const slug = latin(title)
    .replace(/['’]/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, STEM_MAX)
    .replace(/^-+|-+$/g, '')
  return slug || otherwise
}

/** The code of a variant attribute: its name as an identifier. */
export function attributeCode(name: string): string {
  const code = latin(name).replace(/[^a-z0-9_]/g, '_') || '_'
  return /^\d/.test(code) ? `_${code}` : code
}

/** The stem itself, then `stem-2`, `stem-3` and so on: the first that is not taken. */
export function unusedSlug(stem: string, taken: { has(slug: string): boolean }): string {
  if (!taken.has(stem)) return stem
  let number = 2
  while (taken.has(`${stem}-${number}`)) number++
  return `${stem}-${number}`
}

// Letters that decomposing does not bring to Latin ones. Our choice: scripts without an alphabet of sounds are left out of the slug.
const LETTERS = new Map(
  Object.entries({
    ...{ ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ð: 'd', þ: 'th', ł: 'l', ı: 'i', ħ: 'h', ŋ: 'ng', ə: 'e', '&': ' and ' },
    ...{ а: 'a', б: 'b', в: 'v', г: 'g', д: 'd', е: 'e', ж: 'zh', з: 'z', и: 'i', к: 'k', л: 'l', м: 'm', н: 'n', о: 'o' },
    ...{ п: 'p', р: 'r', с: 's', т: 't', у: 'u', ф: 'f', х: 'kh', ц: 'ts', ч: 'ch', ш: 'sh', щ: 'shch', ъ: '', ы: 'y', ь: '' },
    ...{ э: 'e', ю: 'yu', я: 'ya', і: 'i', є: 'ye', ґ: 'g', ј: 'j', љ: 'lj', њ: 'nj', ђ: 'dj', ћ: 'c', џ: 'dz' },
    ...{ α: 'a', β: 'v', γ: 'g', δ: 'd', ε: 'e', ζ: 'z', η: 'i', θ: 'th', ι: 'i', κ: 'k', λ: 'l', μ: 'm', ν: 'n', ξ: 'x' },
    ...{ ο: 'o', π: 'p', ρ: 'r', σ: 's', ς: 's', τ: 't', υ: 'y', φ: 'f', χ: 'ch', ψ: 'ps', ω: 'o' },
  }),
)

function latin(text: string): string {
  const letters = text
    .normalize('NFKD')
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{Mark}+/gu, '')
  return Array.from(letters, letter => LETTERS.get(letter) ?? letter)
    .join('')
    .trim()
}
