/** What one unit costs before tax. */
export const PRICES = {
  lantern: { USD: '40.00', EUR: '36.00' },
  candle: { USD: '19.99', EUR: '17.99' },
  mug: { USD: '12.50', EUR: '11.50' },
  guide: { USD: '29.97', EUR: '27.00' },
  shirt: { USD: '25.00', EUR: '23.00' },
  coffee: { USD: '18.00', EUR: '16.50' },
}

/** Units on the shelves. Of the mug more can be sold than there are; candle, guide and coffee are not counted. */
export const STOCK = {
  us: { lantern: 5, mug: 1, shirt_small: 10, shirt_large: 10 },
  eu: { lantern: 2, mug: 0, shirt_small: 4, shirt_large: 0 },
}

/** Per order, before tax. Standard ships everywhere, express only within the United States, wholesale is not public. */
export const SHIPPING = {
  standard: { USD: '5.00', EUR: '4.50' },
  express: { USD: '15.00', EUR: '13.50' },
  wholesale: { USD: '1.00', EUR: '1.00' },
}

/** The whole United States; New York instead of it, on shipping too; Germany, on shipping too, and its books instead. */
export const TAX_PERCENT = { us: '5', new_york: '8.25', germany: '19', german_books: '7' }

/** What one euro is worth in dollars, for ever. */
export const EUR_IN_USD = '1.08315'

/** The code of the voucher that takes 5.00 USD off the goods. */
export const VOUCHER = 'WELCOME5'

/** Where the European location ships to; the one in the United States ships everywhere and is the default. */
export const EUROPE = ['AT', 'DE', 'FR', 'IT', 'NL']

export type Good = keyof typeof PRICES
export type Variant = Exclude<Good, 'shirt'> | 'shirt_small' | 'shirt_large'
export type Counted = keyof typeof STOCK.us
