import type { NewTaxRegion } from '../areas/catalogue/index.ts'
import type { NewLocation, NewShippingMethod } from '../areas/fulfillment/index.ts'
import type { NewStore } from '../areas/stores/index.ts'

// A family has kept a lighthouse in Maine for four generations, and since the lamp turns by itself it sells what belongs to a life
// beside one. A cousin sends out the parcels for Europe from Cuxhaven.
export const STORE: NewStore = {
  name: 'Harbour Lights',
  label: 'harbour-lights',
  timezone: 'America/New_York',
  currencies: [{ code: 'USD' }, { code: 'EUR', prices_include_tax: true }],
}

export const CATEGORIES = {
  lamps: 'Lamps & lanterns',
  candles: 'Candles',
  wool: 'Wool',
  enamel: 'Enamel kitchen',
  coffee: 'Coffee & tea',
  books: 'Books',
  prints: 'Prints',
  gifts: 'Gift sets',
}
export type Category = keyof typeof CATEGORIES

/** Countries that pay in euros and are served from Cuxhaven. */
export const EUROPE = ['AT', 'BE', 'DE', 'FR', 'IE', 'IT', 'NL']

/** The first is the default. */
export const LOCATIONS: readonly NewLocation[] = [
  {
    name: 'Lighthouse store, Portland',
    address: {
      country: 'US',
      line1: '12 Lighthouse Lane',
      line4: 'Portland',
      state: 'ME',
      postcode: '04101',
      phone_number: '+12075550142',
    },
    accept_return: true,
  },
  {
    name: 'Warehouse Cuxhaven',
    address: { country: 'DE', line1: 'Am Alten Hafen 3', line4: 'Cuxhaven', postcode: '27472', phone_number: '+494721555010' },
    allowed_destination_countries: EUROPE,
    accept_return: true,
  },
]

export const SHIPPING: readonly (NewShippingMethod & { code: string })[] = [
  {
    name: 'Standard',
    code: 'standard',
    delivery_time: '3 to 6 days',
    prices: [
      { currency: 'USD', price_per_order: '6.50' },
      { currency: 'EUR', price_per_order: '5.90' },
    ],
  },
  {
    name: 'Express',
    code: 'express',
    delivery_time: '1 to 2 days',
    countries: ['US', 'CA', 'DE', 'AT', 'NL', 'BE', 'FR'],
    prices: [
      { currency: 'USD', price_per_order: '18.00' },
      { currency: 'EUR', price_per_order: '15.90' },
    ],
  },
  {
    name: 'Mail boat',
    code: 'mail-boat',
    description: 'For the islands: leaves on Thursdays, weather permitting.',
    delivery_time: '1 to 2 weeks',
    countries: ['US', 'CA', 'GB', 'IE'],
    prices: [
      { currency: 'USD', price_per_order: '9.00' },
      { currency: 'EUR', price_per_order: '8.50' },
    ],
  },
]

const state = (code: string, percent: string, name: string, apply_to_shipping = false) => ({
  state: code,
  percent,
  display_name: `${name} sales tax`,
  apply_to_shipping,
})
const country = (code: string, percent: string, display_name: string) => ({
  country: code,
  rates: [{ percent, display_name, apply_to_shipping: true }],
})

/** Books are taxed less in much of Europe. */
export const taxes = (books: number): readonly NewTaxRegion[] => [
  {
    country: 'US',
    rates: [
      state('ME', '5.5', 'Maine'),
      state('MA', '6.25', 'Massachusetts'),
      state('NY', '8.25', 'New York', true),
      state('CA', '7.25', 'California'),
      state('WA', '6.5', 'Washington', true),
      state('TX', '6.25', 'Texas', true),
      state('IL', '6.25', 'Illinois'),
    ],
  },
  {
    country: 'CA',
    rates: [
      { percent: '5', display_name: 'GST', apply_to_shipping: true },
      { state: 'NS|NB|PE', percent: '14', display_name: 'HST', apply_to_shipping: true },
    ],
  },
  {
    ...country('DE', '19', 'MwSt.'),
    overrides: [{ category_id: books, percent: '7', display_name: 'MwSt. Bücher' }],
  },
  { ...country('AT', '20', 'USt.'), overrides: [{ category_id: books, percent: '10', display_name: 'USt. Bücher' }] },
  { ...country('FR', '20', 'TVA'), overrides: [{ category_id: books, percent: '5.5', display_name: 'TVA livres' }] },
  { ...country('NL', '21', 'btw'), overrides: [{ category_id: books, percent: '9', display_name: 'btw boeken' }] },
  country('BE', '21', 'TVA'),
  country('IE', '23', 'VAT'),
  country('IT', '22', 'IVA'),
  country('GB', '20', 'VAT'),
]
