/** What can happen to an order once it is placed. */
export type Deed = 'pay' | 'ship' | 'ship_some' | 'hold' | 'pack' | 'give_up' | 'cancel' | 'refund_all'

/** How an order is paid: somehow later, by a card that charges or only reserves, by the card that only tests, or long ago. */
export type Payment = 'later' | 'charged' | 'reserved' | 'test_card' | 'history'

export interface Journey {
  count: number
  /** How many days ago such orders were placed. */
  days: readonly [youngest: number, oldest: number]
  payment: Payment
  deeds: readonly Deed[]
  goods?: 'downloads' | 'subscriptions'
}

const journey = (
  count: number,
  days: Journey['days'],
  payment: Payment,
  deeds: readonly Deed[],
  goods?: Journey['goods'],
): Journey => ({ count, days, payment, deeds, goods })

/** What becomes of the three hundred orders of the demo store. */
export const JOURNEYS: readonly Journey[] = [
  // From the shop that the family had before, brought along.
  journey(40, [76, 90], 'history', []),
  // What most orders are: paid, shipped and put away.
  journey(94, [8, 75], 'later', ['pay', 'ship']),
  journey(22, [8, 75], 'charged', ['ship']),
  journey(5, [10, 60], 'test_card', ['ship']),
  journey(8, [1, 60], 'charged', ['ship'], 'subscriptions'),
  // Downloads, some of them not sent yet.
  journey(6, [3, 70], 'later', ['pay', 'ship'], 'downloads'),
  journey(6, [0, 3], 'later', ['pay'], 'downloads'),
  // On their way.
  journey(26, [0, 5], 'later', ['pay']),
  journey(18, [0, 9], 'later', []),
  journey(10, [1, 7], 'later', ['pay', 'ship_some']),
  journey(12, [0, 3], 'later', ['pay', 'pack']),
  journey(8, [1, 12], 'later', ['pay', 'hold']),
  journey(8, [3, 20], 'later', ['ship']),
  journey(7, [0, 3], 'reserved', []),
  // What went otherwise.
  journey(5, [10, 40], 'later', ['pay', 'pack', 'give_up']),
  journey(9, [5, 70], 'later', ['cancel']),
  journey(8, [5, 70], 'charged', ['refund_all']),
  journey(4, [5, 70], 'later', ['pay', 'refund_all']),
  journey(4, [0, 6], 'reserved', ['cancel']),
]

export const CANCEL_REASONS = [
  'Ordered twice by mistake',
  'Found it in the attic after all',
  'Moving abroad, parcel would arrive too late',
  'Wrong size chosen',
] as const

export const NOTES = [
  'Called: please leave the parcel with the neighbour at number 9.',
  'Asked for the jumper to be wrapped as a gift.',
  'Address checked with the customer by phone.',
  'Sends greetings to the lamp. We sent greetings back.',
  'Wants an invoice made out to the sailing club.',
  'The mug of the last order arrived chipped; add a candle for free.',
  'Regular customer, knows grandmother.',
] as const

export const TAGS = ['gift', 'first order', 'fragile', 'call before delivery', 'invoice', 'island'] as const

export const CAMPAIGNS = [
  { utm_source: 'newsletter', utm_medium: 'email', utm_campaign: 'winter-watch' },
  { utm_source: 'newsletter', utm_medium: 'email', utm_campaign: 'new-prints' },
  { utm_source: 'search', utm_medium: 'cpc', utm_campaign: 'enamel', utm_term: 'enamel mug' },
  { utm_source: 'coast-magazine', utm_medium: 'print', utm_campaign: 'lantern-advert' },
  { affiliate: 'keepers-friends', subaffiliate1: 'blog' },
] as const
