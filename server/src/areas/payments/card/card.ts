/** A card as the shop knows it: never its number, only the token that stands for it and what may be shown. */
export interface Card {
  token: string
  kind: 'test_card' | 'test_3ds_card' | 'test_gateway' | 'live'
  /** The same for every token of one card number. */
  fingerprint: string
  brand: string
  first_six: string
  last_four: string
  /** Whose card it is; null while nobody has kept it. */
  customer_id: number | null
}

/** Whether a gateway with 3-D Secure would ask this cardholder to prove who they are. */
export function isChallenged(card: Card): boolean {
  return card.kind === 'test_3ds_card' || card.token === CHALLENGED_TOKEN
}

export const CHALLENGED_TOKEN = 'test_gw_challenge'
