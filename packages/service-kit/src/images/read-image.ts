import type { Fault } from '@guidebook/contracts'
import { fileTypeFromBuffer } from 'file-type'
import { decodeBase64 } from './decode-base64.ts'

/** Bytes of an image when decoded. */
const largestImage = 5 * 1024 * 1024
/** Longest Base64 text of such an image, characters: four for three bytes, and some line breaks. */
const longestText = (largestImage * 4 * 1.1) / 3

/** An image from a partner, with the media type of its content. */
export interface SentImage {
  bytes: Buffer
  mediaType: 'image/png' | 'image/jpeg'
  /** File extension. */
  extension: '.png' | '.jpg'
}

/** Reads the Base64 text or decoded bytes of an image: PNG or JPEG of at most 5 MB. Does not decode the pixels. */
export async function readImage(sent: string | Uint8Array): Promise<SentImage | Omit<Fault, 'pointer'>> {
  if (sent.length > longestText) return tooLarge
  if (typeof sent === 'string' && sent.startsWith('data:')) return dataUrl
  const bytes =
    typeof sent === 'string' ? decodeBase64(sent) : Buffer.from(sent.buffer, sent.byteOffset, sent.byteLength)
  if (bytes === null) return notSupported
  if (bytes.length > largestImage) return tooLarge
  const type = (await fileTypeFromBuffer(bytes))?.mime
  if (type === 'image/jpeg') return { bytes, mediaType: type, extension: '.jpg' }
  // An animated PNG is also a valid PNG.
  if (type === 'image/png' || type === 'image/apng') return { bytes, mediaType: 'image/png', extension: '.png' }
  return notSupported
}

const tooLarge = { code: 'image-too-large', message: 'must have at most 5 MB when decoded' } as const
const dataUrl = {
  code: 'image-not-supported',
  message: 'must be an image in Base64 alone, without "data:image/png;base64," before it',
} as const
const notSupported = { code: 'image-not-supported', message: 'must be a PNG or JPEG image in Base64' } as const
