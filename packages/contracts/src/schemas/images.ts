import { type Static, type TUnsafe, Type } from 'typebox'
import { closed, nullable } from './shape.ts'

/** The service that stores the image checks size and content, so that a fault can say what is wrong. */
export const imageBase64 = Type.String({
  wellFormed: true,
  description: 'PNG or JPEG in Base64, at most 5 MB decoded.',
  // One white pixel.
  examples: ['iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGP4DwABAQEANl9ngAAAAABJRU5ErkJggg=='],
})

/** Errors of operations that take an image. */
export const refusedImages = ['image-too-large', 'image-not-supported'] as const

/** In a change: absent leaves the image as it is. */
export const changedImage = (name: 'cover' | 'image') =>
  Type.Optional({
    ...nullable(imageBase64),
    description: `PNG or JPEG in Base64, at most 5 MB decoded. Absent: the ${name} stays. \`null\` removes it.`,
  } as TUnsafe<string | null>)

/** What a record says of its image. Another operation returns the image itself. */
export const storedImage = closed({ mediaType: Type.String(), bytes: Type.Integer({ minimum: 0 }) })

/** An image in the object store, addressed by its content. */
export const imageRef = closed({
  key: Type.String(),
  sha256: Type.String(),
  mediaType: Type.String(),
  bytes: Type.Integer({ minimum: 0 }),
})
export type ImageRef = Static<typeof imageRef>
