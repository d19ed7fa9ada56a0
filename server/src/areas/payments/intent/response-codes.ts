export const APPROVED = 1000
export const VELOCITY_FILTER = 3012
export const BLOCKED = 3017
export const METHOD_FAILED = 5001
export const TIMED_OUT = 5003

const TEXTS: Readonly<Record<number, string>> = {
  1000: 'Approved',
  2000: 'Do Not Honor',
  2001: 'Insufficient Funds',
  2002: 'Limit Exceeded',
  2003: 'Processor Declined',
  2004: 'Authorization Required',
  2005: 'Processing Error',
  3000: 'Additional Authorization Required',
  3001: 'Address Verification Failed',
  3002: 'Invalid Card',
  3003: 'CVC Invalid',
  3004: 'Expiry Date Invalid',
  3005: 'Card Number Invalid',
  3006: 'Expired Card',
  3007: 'Invalid Transaction',
  3008: 'Lost or Stolen / Pick Up',
  3009: 'Fraudulent',
  3010: 'Hard Decline',
  3011: 'Merchant Error',
  3012: 'Duplicate / Velocity Filter',
  3013: 'Issuer Error',
  3014: 'Refund Error',
  3015: 'Pick Up Card',
  3016: '3DS Authentication Failed',
  3017: 'Blocked by Block List',
  4000: 'Bank Account Declined',
  4001: 'Needs Additional Verification',
  4002: 'Routing Number Invalid',
  4003: 'No SEPA',
  5000: 'Method Unsupported',
  5001: 'Method Failed',
  5003: 'Failed, Timeout',
  5004: 'Invalid Parameter',
  5005: 'Invalid Country Code',
  5006: 'Invalid Cardholder Name',
  5007: 'Merchant Account Disabled',
}

/** What a response code means, in words for people. */
export function textOf(response_code: number): string {
  return TEXTS[response_code] ?? `Declined with code ${response_code}`
}

const WORTH_ANOTHER_GATEWAY = new Set([2000, 2003, 2004, 2005, 3007, 3011])

/** Whether another gateway may well approve what this one declined. */
export function isWorthAnotherGateway(response_code: number): boolean {
  return WORTH_ANOTHER_GATEWAY.has(response_code)
}
