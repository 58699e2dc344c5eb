import compressible from 'compressible'
import Negotiator from 'negotiator'

/** Which content coding an answer goes out in (RFC 9110 section 12.5.3). */
export type Coding = 'br' | 'gzip'

/** Best first. */
const codings: Coding[] = ['br', 'gzip']

/** The best coding that the client takes; null: the answer as it is. */
export function chooseCoding(acceptEncoding: string | undefined): Coding | null {
  const client = new Negotiator({ headers: { 'accept-encoding': acceptEncoding } })
  const [best] = client.encodings([...codings, 'identity'], { preferred: codings })
  return codings.find((coding) => coding === best) ?? null
}

/** Text in one form or another; events of a stream must leave as they happen, so they stay as they are. */
export const isCompressible = (contentType: string | undefined): boolean =>
  contentType !== undefined && !/^text\/event-stream/i.test(contentType) && compressible(contentType) === true

/** What fits into one packet gains nothing. */
export const smallestCompressed = 1_400
