import type { Cents } from '../../../platform/money.ts'

interface GivenBack {
  /** What the lines and the shipping that went back are worth, with tax. */
  returned: Cents
  /** The money that went back. */
  refunded: Cents
  /** What was owed before, negative when the merchant owed. */
  outstanding: Cents
}

/**
 * What a refund gave that its lines do not account for, after settling what either side owed before. Negative when less money went
 * back than the lines are worth.
 */
export function discrepancy({ returned, refunded, outstanding }: GivenBack): Cents {
  const more = refunded - returned
  return more - settled(more, outstanding)
}

function settled(more: Cents, outstanding: Cents): Cents {
  if (more > 0n && outstanding < 0n) return more < -outstanding ? more : -outstanding
  if (more < 0n && outstanding > 0n) return more > -outstanding ? more : -outstanding
  return 0n
}
