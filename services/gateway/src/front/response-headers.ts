/** The headers of every answer of the public listener, also of answers from services and of refusals of input that is not HTTP. */

const robots = 'X-Robots-Tag'

/** Strict: answers hold bookings, and a Trip Link is a secret in the address. */
export const responseHeaders = (publicUrl: string): Readonly<Record<string, string>> => ({
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  [robots]: 'noindex, nofollow',
  // Not for subdomains: other sites may live there.
  ...(publicUrl.startsWith('https:') ? { 'Strict-Transport-Security': 'max-age=31536000' } : {}),
})

/** Pages of the documentation are the only ones that search engines may list. */
export function allowIndexing(headers: Record<string, string>): void {
  delete headers[robots]
}

/** Decided here alone: what a service says of them is dropped. Lower case. */
export const decidedHere: readonly string[] = [
  'x-content-type-options',
  'referrer-policy',
  'x-robots-tag',
  'strict-transport-security',
]
