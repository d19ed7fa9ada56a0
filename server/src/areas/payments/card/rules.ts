const DECLINES_MAX = 3

/** Whether a card was declined so often in ten minutes that it rests until the oldest of three declines is that old. */
export function isGivenTooOften(recent_declines: number): boolean {
  return recent_declines >= DECLINES_MAX
}
