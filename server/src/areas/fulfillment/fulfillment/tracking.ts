import type { CARRIERS } from './contract.ts'

type Carrier = (typeof CARRIERS)[number]

/** One parcel on its way. */
export interface Tracking {
  carrier: Carrier
  carrier_other_name: string | null
  code: string
  link: string
}

interface TrackingInput {
  carrier?: Carrier | null
  carrier_other_name?: string | null
  tracking_code?: string | null
  tracking_link?: string | null
}

// Our choice: carriers without a page of their own that takes a code are looked up on a page that knows them all.
const everywhere = 'https://t.17track.net/en#nums='

/** Where a carrier shows the way of a parcel; the code comes last. */
const pages: Record<Exclude<Carrier, 'other'>, string> = {
  '4px': 'https://track.4px.com/#/result/0/',
  amazon: 'https://track.amazon.com/tracking/',
  asendia: 'https://tracking.asendia.com/tracking/',
  australia_post: 'https://auspost.com.au/mypost/track/details/',
  china_post: everywhere,
  deutsche_de: 'https://www.deutschepost.de/de/s/sendungsverfolgung.html?piececode=',
  dhl: 'https://www.dhl.com/global-en/home/tracking.html?tracking-id=',
  dhl_ecommerce: 'https://webtrack.dhlecs.com/orders?trackingNumber=',
  fedex: 'https://www.fedex.com/fedextrack/?trknbr=',
  firstmile: everywhere,
  gofo_express: everywhere,
  hermesworld_uk: 'https://www.evri.com/track/parcel/',
  myhermes: 'https://www.evri.com/track/parcel/',
  ontrac: 'https://www.ontrac.com/tracking/?number=',
  royal_mail: 'https://www.royalmail.com/track-your-item#/tracking-results/',
  speedx: everywhere,
  swiss_post: 'https://service.post.ch/ekp-web/ui/entry/search/',
  ulala: everywhere,
  uniuni: everywhere,
  ups: 'https://www.ups.com/track?tracknum=',
  usps: 'https://tools.usps.com/go/TrackConfirmAction?tLabels=',
  yunexpress: 'https://www.yuntrack.com/parcelTracking?id=',
}

/** The parcels that a request names, with links; nothing said is no parcel. `page` is the store's own tracking page, or empty. */
export function readTracking(given: readonly TrackingInput[], page: string): Tracking[] {
  return given.flatMap(({ carrier: named, carrier_other_name = null, tracking_code, tracking_link }) => {
    const code = tracking_code ?? ''
    if (!named && code === '' && !tracking_link) return []
    const carrier = named ?? 'other'
    return [{ carrier, carrier_other_name, code, link: tracking_link || linkTo(carrier, code, page) }]
  })
}

function linkTo(carrier: Carrier, code: string, page: string): string {
  if (code === '') return ''
  return carrier === 'other' ? page : `${pages[carrier]}${encodeURIComponent(code)}`
}
