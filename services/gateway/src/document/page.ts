import { promisify } from 'node:util'
import { brotliDecompress } from 'node:zlib'
import { etagOfBytes } from '@guidebook/service-kit'
import type { Coding } from '../content-coding/content-coding.ts'

/** A public document. */
export interface Page {
  status: 200 | 308 | 404
  contentType: string
  body(): Buffer | Promise<Buffer>
  /** With its quotes. */
  etag: string
  /** Other headers than type and tag. */
  headers: Readonly<Record<string, string>>
  /** The body in the codings that were requested so far. */
  compressed: Partial<Record<Coding, Promise<Buffer>>>
}

type Options = Partial<Pick<Page, 'status' | 'headers'>>

/** Styles, scripts, data and forms of the same origin only, and nothing inline. */
const policy = [
  "default-src 'none'",
  "style-src 'self'",
  "script-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data:",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** A page that browsers cache for five minutes, unless its headers say otherwise. */
function page(contentType: string, content: string | Buffer, { status = 200, headers = {} }: Options = {}): Page {
  const body = Buffer.from(content)
  return {
    status,
    contentType,
    body: () => body,
    compressed: {},
    etag: etagOfBytes(body),
    headers: { 'Cache-Control': 'public, max-age=300', 'Content-Security-Policy': policy, ...headers },
  }
}

const decompress = promisify<Buffer, Buffer>(brotliDecompress)

/**
 * The page of a large file whose compressed form is on the disk. Only that form stays in memory, which most clients accept. Responses to others share
 * one decompressed copy while they last: clients that read nothing must not hold a copy each.
 */
export function inBrotli(page: Page, compressed: Buffer): Page {
  // The memory and not the buffer: a response may hold only a part of it.
  let shared: { memory: WeakRef<ArrayBufferLike>; offset: number; bytes: number } | undefined
  let decompressing: Promise<Buffer> | undefined
  async function decompressed(): Promise<Buffer> {
    try {
      const body = await decompress(compressed)
      shared = { memory: new WeakRef(body.buffer), offset: body.byteOffset, bytes: body.length }
      return body
    } finally {
      decompressing = undefined
    }
  }
  function body(): Buffer | Promise<Buffer> {
    const memory = shared?.memory.deref()
    if (memory !== undefined) return Buffer.from(memory, shared?.offset, shared?.bytes)
    decompressing ??= decompressed()
    return decompressing
  }
  return { ...page, body, compressed: { br: Promise.resolve(compressed) } }
}

const inUtf8 = (type: string) => (content: string | Buffer, options?: Options) =>
  page(`${type}; charset=utf-8`, content, options)

export const html = inUtf8('text/html')
export const script = inUtf8('text/javascript')
export const style = inUtf8('text/css')
export const svg = inUtf8('image/svg+xml')
export const json = inUtf8('application/json')
export const markdown = inUtf8('text/markdown')
export const plainText = inUtf8('text/plain')
/** The page has moved permanently. */
export const redirect = (to: string): Page =>
  page('text/plain; charset=utf-8', to, { status: 308, headers: { Location: to } })
