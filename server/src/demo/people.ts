/** A place where customers live; weights say how many. */
export interface Town {
  line4: string
  state: string
  postcode: string
  country: string
  language: string
  weight: number
  streets: readonly string[]
  /** Beginning of a telephone number that nobody has; three digits follow. */
  dial: string | null
}

const AMERICAN = ['Harbor Street', 'Maple Avenue', 'Pine Street', 'Chestnut Hill', 'Water Street', 'Church Road', 'Orchard Lane']
const GERMAN = ['Deichstraße', 'Lindenallee', 'Hafenweg', 'Bergstraße', 'Am Markt']

const american = (line4: string, state: string, postcode: string, area: string, weight: number): Town => ({
  line4,
  state,
  postcode,
  country: 'US',
  language: 'en',
  weight,
  streets: AMERICAN,
  dial: `+1${area}5550`,
})
const german = (line4: string, postcode: string, weight: number): Town => ({
  line4,
  state: '',
  postcode,
  country: 'DE',
  language: 'de',
  weight,
  streets: GERMAN,
  dial: null,
})

export const TOWNS: readonly Town[] = [
  american('Portland', 'ME', '04101', '207', 7),
  american('Bar Harbor', 'ME', '04609', '207', 4),
  american('Boston', 'MA', '02110', '617', 8),
  american('Provincetown', 'MA', '02657', '508', 3),
  american('New York', 'NY', '10011', '212', 10),
  american('Buffalo', 'NY', '14202', '716', 3),
  american('San Francisco', 'CA', '94110', '415', 6),
  american('Los Angeles', 'CA', '90026', '213', 5),
  american('Seattle', 'WA', '98103', '206', 5),
  american('Austin', 'TX', '78704', '512', 4),
  american('Chicago', 'IL', '60614', '312', 5),
  american('Portland', 'OR', '97211', '503', 4),
  german('Hamburg', '22767', 6),
  german('Berlin', '10435', 6),
  german('Bremen', '28203', 3),
  german('München', '80469', 3),
  place('Wien', '', '1070', 'AT', 'de', 3, ['Neubaugasse', 'Burggasse']),
  place('Amsterdam', '', '1013 AB', 'NL', 'nl', 4, ['Brouwersgracht', 'Haarlemmerdijk']),
  place('Brest', '', '29200', 'FR', 'fr', 3, ['rue de Siam', 'rue du Château']),
  place('Lyon', '', '69001', 'FR', 'fr', 2, ['rue des Tables', 'montée de la Colline']),
  place('Genova', '', '16124', 'IT', 'it', 2, ['via del Molo', 'via San Luca']),
  place('Galway', '', 'H91 XY12', 'IE', 'en', 2, ['Dock Road', 'Sea Road']),
  place('Antwerpen', '', '2000', 'BE', 'nl', 2, ['Scheldekaai', 'Lange Gang']),
  place('Whitby', '', 'YO21 1AA', 'GB', 'en', 3, ['Pier Road', 'Church Street']),
  place('Halifax', 'NS', 'B3H 1A1', 'CA', 'en', 3, ['Barrington Street', 'Spring Road']),
]

function place(
  line4: string,
  state: string,
  postcode: string,
  country: string,
  language: string,
  weight: number,
  streets: readonly string[],
): Town {
  return { line4, state, postcode, country, language, weight, streets, dial: null }
}

export const FIRST_NAMES = {
  en: [
    'Ada',
    'Amelia',
    'Ben',
    'Carla',
    'Daniel',
    'Edith',
    'Elliot',
    'Fiona',
    'George',
    'Grace',
    'Hannah',
    'Henry',
    'Iris',
    'Jack',
    'June',
    'Kofi',
    'Leo',
    'Lucia',
    'Malik',
    'Mei',
    'Nora',
    'Omar',
    'Priya',
    'Quinn',
    'Rosa',
    'Sam',
    'Tess',
    'Victor',
    'Wendy',
    'Zoe',
  ],
  de: [
    'Anke',
    'Birgit',
    'Emre',
    'Frieda',
    'Hannes',
    'Ida',
    'Jan',
    'Katrin',
    'Lars',
    'Maike',
    'Nils',
    'Ole',
    'Petra',
    'Sönke',
    'Wiebke',
  ],
  fr: ['Agnès', 'Bruno', 'Camille', 'Élise', 'Hugo', 'Inès', 'Luc', 'Margaux', 'Yann'],
  nl: ['Bram', 'Femke', 'Joost', 'Lotte', 'Pieter', 'Sanne', 'Wout'],
  it: ['Chiara', 'Davide', 'Elena', 'Giulia', 'Marco', 'Sofia'],
} as const

export const LAST_NAMES = {
  en: [
    'Abbott',
    'Baker',
    'Chen',
    'Delgado',
    'Ellis',
    'Foster',
    'Garcia',
    'Hale',
    'Ivanova',
    'Jensen',
    'Kaur',
    'Lopez',
    'Marsh',
    'Nguyen',
    'Okafor',
    'Patel',
    'Quist',
    'Rivera',
    'Shaw',
    'Tanaka',
    'Underhill',
    'Vance',
    'Walsh',
    'Young',
    'Zimmer',
    'Beacon',
    'Harper',
    'Stone',
  ],
  de: [
    'Ahlers',
    'Brandt',
    'Claasen',
    'Demir',
    'Fuchs',
    'Groß',
    'Hansen',
    'Jürgens',
    'Köhler',
    'Lorenz',
    'Möller',
    'Petersen',
    'Schröder',
    'Thomsen',
  ],
  fr: ['Bernard', 'Corre', 'Dubois', 'Fontaine', 'Le Gall', 'Moreau', 'Petit', 'Rousseau'],
  nl: ['Bakker', 'de Boer', 'Jansen', 'Mulder', 'Visser', 'van Dijk'],
  it: ['Bianchi', 'Conti', 'Ferrari', 'Greco', 'Parodi', 'Russo'],
} as const
