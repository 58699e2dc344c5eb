import type { Fault, ImageRef } from '@guidebook/contracts'
import type { ObjectStore } from '@guidebook/service-kit'
import { fileTypeFromBuffer } from 'file-type'

/** Bytes of a decoded image. */
const largestImage = 5 * 1024 * 1024

const extensions: Readonly<Record<string, string>> = { 'image/png': '.png', 'image/jpeg': '.jpg' }

export interface SentImage {
  bytes: Buffer
  mediaType: string
}

const isBase64 = (text: string): boolean => text.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(text)

/** An image that was sent: what it is by its content, or what is wrong with it. */
export async function readImage(text: string, pointer: string): Promise<SentImage | Fault> {
  if (text.length > Math.ceil(largestImage / 3) * 4) return tooLarge(pointer)
  if (!isBase64(text)) return notSupported(pointer)
  const bytes = Buffer.from(text, 'base64')
  if (bytes.length > largestImage) return tooLarge(pointer)
  const mediaType = (await fileTypeFromBuffer(bytes))?.mime ?? ''
  return mediaType in extensions ? { bytes, mediaType } : notSupported(pointer)
}

export const isFault = (image: SentImage | Fault): image is Fault => 'code' in image

const tooLarge = (pointer: string): Fault => ({
  pointer,
  code: 'image-too-large',
  message: 'must have at most 5 MB when decoded',
})
const notSupported = (pointer: string): Fault => ({
  pointer,
  code: 'image-not-supported',
  message: 'must be a PNG or JPEG image in Base64',
})

/** Where the covers of an account lie, addressed by their content. */
export const coverPrefix = (account: string): string => `geodata/${account}/covers`

/** Stores an image; the same one again is stored once. */
export async function storeCover(
  objectStore: ObjectStore,
  account: string,
  { bytes, mediaType }: SentImage,
): Promise<ImageRef> {
  const extension = extensions[mediaType] ?? ''
  const stored = await objectStore.putByContent(coverPrefix(account), bytes, { contentType: mediaType, extension })
  return { ...stored, mediaType }
}
