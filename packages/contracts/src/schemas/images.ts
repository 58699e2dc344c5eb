import { type Static, Type } from 'typebox'
import { closed } from './shape.ts'

/** The service that stores the image checks size and content, so that a fault can say what is wrong. */
export const imageBase64 = Type.String({
  wellFormed: true,
  // Detects data URLs ("data:image/png;base64,…") without reading megabytes.
  pattern: '^[A-Za-z0-9+/]{5}',
  fault: 'must be an image in Base64 alone, without "data:image/png;base64," before it',
  description: 'PNG or JPEG in Base64, at most 5 MB decoded.',
  // One white pixel.
  examples: ['iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGP4DwABAQEANl9ngAAAAABJRU5ErkJggg=='],
})

/** An image in the object store, addressed by its content. */
export const imageRef = closed({
  key: Type.String(),
  sha256: Type.String(),
  mediaType: Type.String(),
  bytes: Type.Integer({ minimum: 0 }),
})
export type ImageRef = Static<typeof imageRef>
