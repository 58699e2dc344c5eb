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
import type { Coding } from './choose-coding.ts'

/** Answers are compressed while someone waits: the levels at which both codings are about as fast as they are good. */
const forAnswers = 4
const gzipLevel = 6

const brotliOptions = (quality: number, size: number): BrotliOptions => ({
  params: { [constants.BROTLI_PARAM_QUALITY]: quality, [constants.BROTLI_PARAM_SIZE_HINT]: size },
})
const brotliBytes = promisify<Buffer, BrotliOptions, Buffer>(brotliCompress)
const gzipBytes = promisify<Buffer, { level: number }, Buffer>(gzip)

/** The bytes in the coding; on the thread pool, so that other requests go on. */
export const compress = (coding: Coding, bytes: Buffer, quality = forAnswers): Promise<Buffer> =>
  coding === 'br' ? brotliBytes(bytes, brotliOptions(quality, bytes.length)) : gzipBytes(bytes, { level: gzipLevel })

/** For what is passed on as it comes. */
export const compressor = (coding: Coding): BrotliCompress | Gzip =>
  coding === 'br' ? createBrotliCompress(brotliOptions(forAnswers, 0)) : createGzip({ level: gzipLevel })
