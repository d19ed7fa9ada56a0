/** Chances that fall the same way for every run that starts from the same seed. */
export interface Random {
  /** From zero up to, but not including, one. */
  fraction(): number
  /** A whole number within both bounds. */
  whole(smallest: number, largest: number): number
  pick<Item>(items: readonly Item[]): Item
  /** Some of the items, each at most once. */
  some<Item>(items: readonly Item[], count: number): Item[]
  shuffled<Item>(items: readonly Item[]): Item[]
}

const STEP = 0x9e3779b9

export function randomFrom(seed: number): Random {
  let state = seed >>> 0

  // Adds an odd constant to 32 bits and stirs them, so that every state comes up once before any repeats.
  function fraction(): number {
    state = (state + STEP) >>> 0
    let bits = Math.imul(state ^ (state >>> 16), 0x21f0aaad)
    bits = Math.imul(bits ^ (bits >>> 15), 0x735a2d97)
    return ((bits ^ (bits >>> 15)) >>> 0) / 2 ** 32
  }

  const whole = (smallest: number, largest: number) => smallest + Math.floor(fraction() * (largest - smallest + 1))

  function shuffled<Item>(items: readonly Item[]): Item[] {
    const mixed = [...items]
    for (let last = mixed.length - 1; last > 0; last--) {
      const other = whole(0, last)
      const item = mixed[last]!
      mixed[last] = mixed[other]!
      mixed[other] = item
    }
    return mixed
  }

  return {
    fraction,
    whole,
    pick: items => items[whole(0, items.length - 1)]!,
    some: (items, count) => shuffled(items).slice(0, count),
    shuffled,
  }
}
