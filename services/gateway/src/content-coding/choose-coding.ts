/** Which content coding an answer goes out in (RFC 9110 section 12.5.3). */
export type Coding = 'br' | 'gzip'

/** Best first. */
const codings = ['br', 'gzip'] as const

/** The best coding that the client takes; null: the answer as it is. */
export function chooseCoding(acceptEncoding: string | undefined): Coding | null {
  if (acceptEncoding === undefined) return null
  const weights = new Map(acceptEncoding.split(',').map(weightOf))
  const weight = (coding: Coding) => weights.get(coding) ?? weights.get('*') ?? 0
  const [best] = codings.filter((coding) => weight(coding) > 0).toSorted((a, b) => weight(b) - weight(a))
  return best ?? null
}

function weightOf(part: string): [string, number] {
  const [coding = '', ...parameters] = part.split(';')
  const q = parameters
    .map((parameter) => /^\s*q\s*=\s*([\d.]+)/i.exec(parameter)?.[1])
    .find((text) => text !== undefined)
  return [coding.trim().toLowerCase(), q === undefined ? 1 : Number(q)]
}

/** Text in one form or another; pictures, archives and PDF are compressed in themselves. */
const compressible = /^(?:text\/|application\/(?:[\w.-]+\+)?(?:json|xml|javascript)\b|image\/svg)/i

/** Events of a stream must leave as they happen, so they stay as they are. */
export function isCompressible(contentType: string | undefined): boolean {
  return contentType !== undefined && compressible.test(contentType) && !/^text\/event-stream/i.test(contentType)
}

/** What fits into one packet gains nothing. */
export const smallestCompressed = 1_400
