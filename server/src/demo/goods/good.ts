import type { Category } from '../story.ts'

/** What a picture of the goods shows. */
export type Motif =
  | 'lantern'
  | 'lamp'
  | 'candle'
  | 'jumper'
  | 'cap'
  | 'blanket'
  | 'mug'
  | 'pot'
  | 'bag'
  | 'book'
  | 'frame'
  | 'gift'

/** A value of an option, with what it adds to the price in dollars. */
export type OptionValue = string | readonly [value: string, extra: string]

/** Something that the shop sells, as the family writes it down. */
export interface Good {
  title: string
  about: string
  category: Category
  sku: string
  motif: Motif
  /** Price in dollars of its simplest form. */
  usd: string
  /** The price in dollars before the sale. */
  was?: string
  options?: Readonly<Record<string, readonly OptionValue[]>>
  tags?: readonly string[]
  /** Counted on the shelves unless it says otherwise. */
  stock?: 'plenty' | 'few' | 'backorders' | 'uncounted'
  download?: true
  /** Can be subscribed to, every so many months. */
  months?: readonly number[]
}
