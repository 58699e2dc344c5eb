import { ObjectMissingError } from '@guidebook/service-kit'
import { fingerprint } from '../artifact/fingerprint.ts'
import type { Artifact } from '../artifact/queries.ts'
import type { BookImages } from '../book/frame.ts'
import type { Build } from '../context.ts'
import { type ImageUse, imageRecipe, imageUses, type ResizedImage } from './resize-image.ts'
import { UnreadableImageError } from './unreadable-image-error.ts'
import type { WantedImage } from './wanted-images.ts'

/** An image that is ready for the book, and pending for the page. */
export interface PreparedImage {
  /** With its file name on the page. */
  image: NonNullable<BookImages[string]>
  /** JPEG for print. */
  print: () => Promise<Uint8Array>
  /** The file for the page. May settle later than the print, since the book takes longest. */
  page: Promise<ImageArtifact>
}

type ImageArtifact = Artifact<Pick<ResizedImage, 'width' | 'height'>>

/** By the SHA-256 of their sources; null: unreadable. */
export type PreparedImages = ReadonlyMap<string, PreparedImage | null>

/** Names and sizes of the images, for the workers. */
export const bookImagesOf = (images: PreparedImages): BookImages =>
  Object.fromEntries([...images].map(([source, prepared]) => [source, prepared?.image ?? null]))

/** The image for print and the larger of the two: that one is made from the source and the other one from it, so the source is decoded once. */
const chains = {
  large: { print: 'print', larger: 'print' },
  small: { print: 'thumbnail', larger: 'page' },
} as const

/**
 * Resizes each image once for print and once for the page, or reuses the files of an earlier build. An unreadable image is null and adds a
 * warning; a placeholder is shown.
 */
export async function prepareImages(wanted: ReadonlyMap<string, WantedImage>, build: Build): Promise<PreparedImages> {
  const images = [...wanted]
  const prepared = await Promise.all(images.map(([sha, image]) => prepareImage(sha, image, build).catch(reasonOf)))
  // Warn after all are done, so that equal builds have the warnings in the same order.
  return new Map(
    images.map(([sha, { owners }], index) => {
      const result = prepared[index] as PreparedImage | string
      if (typeof result !== 'string') return [sha, result]
      for (const { externalId, pointer } of owners) {
        const message = `The ${externalId === null ? 'cover' : 'picture'} could not be read (${result}); a placeholder is shown.`
        build.warnings.add({ code: 'image-unreadable', message, externalId, pointer })
      }
      return [sha, null]
    }),
  )
}

async function prepareImage(
  sha: string,
  { source, size }: WantedImage,
  { store, decoder, files, signal }: Build,
): Promise<PreparedImage> {
  const name = `${sha.slice(0, 16)}.jpg`
  const { print, larger } = chains[size]
  const ingredientsOf = (use: ImageUse) =>
    `picture-${fingerprint([imageRecipe, larger, imageUses[print], imageUses[use], sha])}`
  const [printed, paged] = await Promise.all(
    ([print, 'page'] as const).map((use): Promise<ImageArtifact | null> => files.find(ingredientsOf(use))),
  )
  if (printed && paged) {
    return { image: { name, ...printed.facts }, print: () => store.read(printed.key), page: Promise.resolve(paged) }
  }

  const save = async (use: ImageUse, { bytes, ...facts }: ResizedImage): Promise<ImageArtifact> =>
    files.add({ ingredients: ingredientsOf(use), ...(await files.put(bytes, 'image/jpeg')), facts })

  const first = await decoder.resizeImage(() => store.read(source.key), larger, signal)
  const second = decoder.resizeImage(async () => first.bytes, larger === 'page' ? print : 'page', signal)
  const savePage = async (): Promise<ImageArtifact> => {
    const [forPrint, forPage] =
      larger === 'page' ? [await second, first] : [first, await second.catch(nullIfUnreadable)]
    // When no time is left to resize the image for the page, the page shows the one for print; the next build tries again.
    if (forPage === null) return save(print, forPrint)
    const [artifact] = await Promise.all([save('page', forPage), save(print, forPrint)])
    return artifact
  }
  const page = savePage()
  // Handled by whoever awaits `page`; until then it must not count as an unhandled rejection.
  page.catch(() => undefined)
  const { bytes, ...measures } = larger === 'page' ? await second : first
  return { image: { name, ...measures }, print: async () => bytes, page }
}

function nullIfUnreadable(error: unknown): null {
  if (error instanceof UnreadableImageError) return null
  throw error
}

/** Why an image is unreadable. Rethrows errors that are not about the image. */
function reasonOf(error: unknown): string {
  if (error instanceof ObjectMissingError) return 'the file is missing'
  if (error instanceof UnreadableImageError) return error.message
  throw error
}
