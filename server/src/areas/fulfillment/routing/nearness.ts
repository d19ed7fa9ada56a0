export interface Place {
  country: string
  state: string
  postcode: string
}

/** Sorts places by how near they are to the destination, as far as an address tells: country, state, postcode, then id. */
export function byNearness(destination: Place | null) {
  return (a: Place & { id: number }, b: Place & { id: number }): number => {
    const [nearA, nearB] = [nearness(a, destination), nearness(b, destination)]
    const differing = nearA.findIndex((part, i) => part !== nearB[i])
    return differing === -1 ? a.id - b.id : nearB[differing]! - nearA[differing]!
  }
}

// Our choice: states and postcodes are compared only within one country, and without case, spaces and punctuation.
function nearness(place: Place, destination: Place | null): [country: number, state: number, postcode: number] {
  if (destination === null || place.country !== destination.country) return [0, 0, 0]
  const sameState = plain(place.state) === plain(destination.state) ? 1 : 0
  return [1, sameState, commonPrefix(plain(place.postcode), plain(destination.postcode))]
}

const plain = (text: string) => text.toUpperCase().replaceAll(/[^\p{L}\p{N}]/gu, '')

function commonPrefix(a: string, b: string): number {
  let length = 0
  while (length < a.length && a[length] === b[length]) length++
  return length
}
