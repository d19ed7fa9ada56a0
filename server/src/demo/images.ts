import type { Good, Motif } from './goods/good.ts'

const SIDE = 600
const QUALITY = 80

/** Two colours of the sky above the sea, one pair for each time of day. */
const SKIES = [
  ['#0f2a43', '#e8a15b'],
  ['#17405c', '#f0d3a0'],
  ['#274c5e', '#9fc4c0'],
  ['#3a2f4f', '#e58b7b'],
  ['#10384f', '#76a9b8'],
  ['#4a3b44', '#edc08a'],
] as const
const INK = '#fbf4e4'
const SHADE = '#1d2b36'

// Each drawing stands on the line y = 460 around x = 300.
const MOTIFS: Record<Motif, string> = {
  lantern: `<path d="M300 130q46 0 46 46h-92q0-46 46-46zM230 190h140l-16 34H246zM236 420h128l18 40H218z"/>
    <rect x="250" y="224" width="100" height="196" rx="18" opacity=".55"/><path d="M300 286c34 44 34 94 0 110-34-16-34-66 0-110z" fill="#f6b73c"/>`,
  lamp: `<path d="M238 180h124l58 120H180zM290 300h20v130h-20zM226 430h148q8 0 8 30H218q0-30 8-30z"/>
    <path d="M212 300h176l40 110H172z" fill="#f6b73c" opacity=".28"/>`,
  candle: `<rect x="252" y="250" width="96" height="210" rx="10"/><path d="M297 222h6v34h-6z" fill="${SHADE}"/>
    <path d="M300 130c36 44 30 84 0 96-30-12-36-52 0-96z" fill="#f6b73c"/>`,
  jumper: `<path d="M244 170q56 34 112 0l74 46 34 190-52 12-26-120v162H214V298l-26 120-52-12 34-190z"/>
    <path d="M214 430h172v30H214zM222 262h156v10H222zM222 284h156v10H222z" fill="${SHADE}" opacity=".3"/>`,
  cap: `<path d="M190 400q-6-190 110-210 116 20 110 210z"/><rect x="176" y="388" width="248" height="72" rx="22"/>
    <path d="M212 388h12v72h-12zM262 388h12v72h-12zM312 388h12v72h-12zM362 388h12v72h-12z" fill="${SHADE}" opacity=".3"/>`,
  blanket: `<rect x="170" y="230" width="260" height="58" rx="26"/><rect x="160" y="294" width="280" height="62" rx="26" opacity=".85"/>
    <rect x="150" y="362" width="300" height="98" rx="34"/><path d="M180 404h240v14H180z" fill="${SHADE}" opacity=".3"/>`,
  mug: `<path d="M200 230h170v200q0 30-30 30H230q-30 0-30-30z"/><path d="M370 270h34q40 0 40 58t-54 66h-20v-26h14q28-2 28-40t-18-34h-24z"/>
    <path d="M200 230h170v16H200z" fill="${SHADE}" opacity=".35"/>`,
  pot: `<path d="M214 240h172l24 220H190zM286 190h28v30h-28zM236 216h128v22H236z"/><path d="M202 350l-70-110 26-14 58 66z"/>
    <path d="M386 268q80 6 62 150l-44 10-4-24 26-8q10-96-36-104z"/>`,
  bag: `<path d="M212 190h176v30l20 50v180q0 10-10 10H202q-10 0-10-10V270l20-50z"/><path d="M212 212h176v12H212z" fill="${SHADE}" opacity=".35"/>
    <ellipse cx="300" cy="350" rx="48" ry="62" fill="${SHADE}" opacity=".75"/><path d="M300 292q-22 30 0 58t0 58" stroke="${INK}" stroke-width="8" fill="none"/>`,
  book: `<path d="M300 220q-70-40-150-24v230q80-16 150 24 70-40 150-24V196q-80-16-150 24z"/>
    <path d="M297 220h6v230h-6zM186 252l76 18v8l-76-18zM186 292l76 18v8l-76-18zM414 252l-76 18v8l76-18zM414 292l-76 18v8l76-18z" fill="${SHADE}" opacity=".4"/>`,
  frame: `<path d="M190 150h220v310H190zm22 22v266h176V172z" fill-rule="evenodd"/><path d="M212 360q44-40 88 0t88-6v84H212z" opacity=".8"/>
    <path d="M286 350l6-110h16l6 110z"/><circle cx="300" cy="226" r="16" fill="#f6b73c"/>`,
  gift: `<rect x="190" y="290" width="220" height="170" rx="8"/><rect x="176" y="240" width="248" height="56" rx="8"/>
    <path d="M286 240h28v220h-28z" fill="#d8573c"/><path d="M300 238c-80 0-90-70-40-72 26 0 40 40 40 72 0-32 14-72 40-72 50 2 40 72-40 72z" fill="#d8573c"/>`,
}

/** The picture of a good: what it is, in front of the sea, at a time of day that the index chooses. */
export async function drawPicture({ motif }: Good, index: number): Promise<Buffer> {
  const [high, low] = SKIES[index % SKIES.length]!
  const swell = 20 + ((index * 37) % 60)
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${SIDE}" height="${SIDE}" viewBox="0 0 600 600">
    <defs><linearGradient id="sky" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${high}"/><stop offset="1" stop-color="${low}"/></linearGradient></defs>
    <rect width="600" height="600" fill="url(#sky)"/>
    <path d="M${90 + swell} 0L600 ${120 + swell}V0z" fill="#fff3c4" opacity=".16"/>
    <circle cx="${470 - swell}" cy="${330 + swell / 2}" r="54" fill="${INK}" opacity=".22"/>
    <path d="M0 ${420 + swell / 4}q75-${swell} 150 0t150 0 150 0 150 0V600H0z" fill="${SHADE}" opacity=".35"/>
    <path d="M0 460q75 ${swell / 3} 150 0t150 0 150 0 150 0V600H0z" fill="${SHADE}" opacity=".6"/>
    <g fill="${INK}">${MOTIFS[motif]}</g></svg>`
  // Only the demo draws pictures; loading the library costs memory that a server without it keeps.
  const { default: sharp } = await import('sharp')
  return sharp(Buffer.from(svg)).webp({ quality: QUALITY, effort: 2 }).toBuffer()
}
