import { promisify } from 'node:util'
import {
  type BrotliCompress,
  type BrotliOptions,
  brotliCompress,
  constants,
  createBrotliCompress,
  createGzip,
  type Gzip,
  gzip,
} from 'node:zlib'
import compressible from 'compressible'
import Negotiator from 'negotiator'

/** The content coding of a response (RFC 9110 section 12.5.3). */
export type Coding = 'br' | 'gzip'

/** Best first. */
const codings: Coding[] = ['br', 'gzip']

/** The best coding that the client accepts; null: the response is sent unchanged. */
export function chooseCoding(acceptEncoding: string | undefined): Coding | null {
  const client = new Negotiator({ headers: { 'accept-encoding': acceptEncoding } })
  const [best] = client.encodings([...codings, 'identity'], { preferred: codings })
  return codings.find((coding) => coding === best) ?? null
}

/** Text; but events of a stream must leave when they happen, so they stay unchanged. */
export const isCompressible = (contentType: string | undefined): boolean =>
  contentType !== undefined && !/^text\/event-stream/i.test(contentType) && compressible(contentType) === true

/** What fits into one packet gains nothing. */
export const smallestCompressed = 1_400

/**
 * A strong entity tag names one sequence of bytes, so a compressed response has another tag (RFC 9110 section 8.8.3.3): the tag of the resource
 * with the coding behind it. Services know only their own tags, so the coding is removed from the tags of a request.
 */
export const tagInCoding = (tag: string, coding: Coding): string => tag.replace(/"$/, `+${coding}"`)

/** The tags of a conditional header, as the services know them. */
export const tagsOfServices = (header: string): string => header.replaceAll(/\+(?:br|gzip)"/g, '"')

/** The tag for a 304: in the coding that the client has it in. */
export const tagKnownToClient = (tag: string, ifNoneMatch: string | undefined): string =>
  codings.map((coding) => tagInCoding(tag, coding)).find((coded) => ifNoneMatch?.includes(coded)) ?? tag

/** Clients wait for the compression of a response: these levels are about as fast as they are good. */
const brotliQuality = 4
const gzipLevel = 6

const brotliOptions = (quality: number, size: number): BrotliOptions => ({
  params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: size },
})
const brotliBytes = promisify<Buffer, BrotliOptions, Buffer>(brotliCompress)
const gzipBytes = promisify<Buffer, { level: number }, Buffer>(gzip)

/** Compresses bytes on the thread pool, so that other requests continue. */
export const compress = (coding: Coding, bytes: Buffer, quality = brotliQuality): Promise<Buffer> =>
  coding === 'br' ? brotliBytes(bytes, brotliOptions(quality, bytes.length)) : gzipBytes(bytes, { level: gzipLevel })

/**
 * Window of a stream, log2 of bytes. The usual 22 takes 13 MiB for each stream; 18 takes 1.5 MiB and half the time, and large routes come out as
 * small.
 */
const brotliStreamWindow = 18

const brotliStreamOptions: BrotliOptions = {
  params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality, [constants.BROTLI_PARAM_LGWIN]: brotliStreamWindow },
}

/** Compresses a stream. */
export const compressor = (coding: Coding): BrotliCompress | Gzip =>
  coding === 'br' ? createBrotliCompress(brotliStreamOptions) : createGzip({ level: gzipLevel })
