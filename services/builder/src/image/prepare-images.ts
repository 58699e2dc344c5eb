import { ObjectMissingError } from '@guidebook/service-kit'
import type { ArtifactSources } from '../artifact/artifact-sources.ts'
import { fingerprint } from '../artifact/fingerprint.ts'
import type { Artifact } from '../artifact/queries.ts'
import type { BookImage, BookImages } from '../book/frame.ts'
import type { Warnings } from '../outcome/warnings.ts'
import type { BuildImages } from './image-decoder.ts'
import { type ImageUse, imageRecipe, imageUses, type ResizedImage } from './resize-image.ts'
import { UnreadableImageError } from './unreadable-image-error.ts'
import type { WantedImage } from './wanted-images.ts'

/** An image that is ready for the book, and pending for the page. */
export interface PreparedImage {
  image: BookImage
  /** JPEG for print. */
  print: () => Promise<Uint8Array>
  /** The file for the page. May settle later than the print, since the book takes longest. */
  page: Promise<Artifact<Measures>>
}

/** By the SHA-256 of their sources; null: unreadable. */
export type PreparedImages = ReadonlyMap<string, PreparedImage | null>

/** Names and sizes of the images, for the workers. */
export const bookImagesOf = (images: PreparedImages): BookImages =>
  Object.fromEntries([...images].map(([source, prepared]) => [source, prepared?.image ?? null]))

interface Measures {
  width: number
  height: number
}

export interface ImageSources extends ArtifactSources {
  decoder: BuildImages
}

interface Chain {
  print: ImageUse
  /** The larger one is made from the source and the other one from the larger: the source is decoded once. */
  larger: 'print' | 'page'
}

const chains: Record<WantedImage['size'], Chain> = {
  large: { print: 'print', larger: 'print' },
  small: { print: 'thumbnail', larger: 'page' },
}

type Ingredients = Record<'print' | 'page', string>

const ingredientsOf = (sha256: string, { print, larger }: Chain): Ingredients => {
  const made = (use: ImageUse) => fingerprint([imageRecipe, larger, imageUses[print], imageUses[use], sha256])
  return { print: `picture-${made(print)}`, page: `picture-${made('page')}` }
}

/**
 * Resizes each image once for print and once for the page, or reuses the files of an earlier build. An unreadable image is null and adds a
 * warning; a placeholder is shown.
 */
export async function prepareImages(
  wanted: ReadonlyMap<string, WantedImage>,
  sources: ImageSources,
): Promise<PreparedImages> {
  if (wanted.size === 0) return new Map()
  const images = [...wanted].map(([sha, image]) => {
    const chain = chains[image.size]
    return { sha, image, chain, ingredients: ingredientsOf(sha, chain) }
  })
  const known = await sources.find(images.flatMap(({ ingredients: { print, page } }) => [print, page]))
  const prepared = await Promise.all(
    images.map((one) => prepareImage({ ...one, known }, sources).catch((error: unknown) => unreadable(error))),
  )
  // Warn after all are done, so that equal builds have the warnings in the same order.
  images.forEach(({ image }, index) => {
    const result = prepared[index]
    if (result && 'reason' in result) warnUnreadable(result.reason, image, sources.warnings)
  })
  return new Map(
    images.map(({ sha }, index) => {
      const result = prepared[index]
      return [sha, result && !('reason' in result) ? result : null]
    }),
  )
}

interface ImageToPrepare {
  sha: string
  image: WantedImage
  chain: Chain
  ingredients: Ingredients
  known: ReadonlyMap<string, Artifact>
}

async function prepareImage(
  { sha, image: { source }, chain, ingredients, known }: ImageToPrepare,
  { account, store, decoder, made, signal }: ImageSources,
): Promise<PreparedImage> {
  const name = `${sha.slice(0, 16)}.jpg`
  const printed = known.get(ingredients.print) as Artifact<Measures> | undefined
  const paged = known.get(ingredients.page) as Artifact<Measures> | undefined
  if (printed && paged) {
    return { image: { name, ...printed.facts }, print: () => store.read(printed.key), page: Promise.resolve(paged) }
  }

  const save = async (how: 'print' | 'page', { bytes, mediaType, width, height }: ResizedImage) => {
    const options = { contentType: mediaType, extension: '.jpg' }
    const { key } = await store.putByContent(`builder/${account}`, Buffer.from(bytes), options)
    const facts = { width, height }
    made({ ingredients: ingredients[how], key, bytes: bytes.length, mediaType, facts })
    return { ingredients: ingredients[how], key, bytes: bytes.length, mediaType, facts }
  }

  const larger = await decoder.resizeImage(() => store.read(source.key), chain.larger, signal)
  const smaller = decoder.resizeImage(async () => larger.bytes, chain.larger === 'print' ? 'page' : chain.print, signal)
  const page = (async () => {
    const [print, forPage] = chain.larger === 'print' ? [larger, await smaller] : [await smaller, larger]
    const [artifact] = await Promise.all([save('page', forPage), save('print', print)])
    return artifact
  })()
  // Handled by whoever awaits `page`; until then it must not count as an unhandled rejection.
  page.catch(() => undefined)
  const print = chain.larger === 'print' ? larger : await smaller
  return { image: { name, width: print.width, height: print.height }, print: async () => print.bytes, page }
}

/** Rethrows errors that are not about the image. */
function unreadable(error: unknown): { reason: string } {
  if (error instanceof ObjectMissingError) return { reason: 'the file is missing' }
  if (error instanceof UnreadableImageError) return { reason: error.message }
  throw error
}

function warnUnreadable(reason: string, { owners }: WantedImage, warnings: Warnings): void {
  for (const { externalId, pointer } of owners) {
    const message = `The ${externalId === null ? 'cover' : 'picture'} could not be read (${reason}); a placeholder is shown.`
    warnings.add({ code: 'image-unreadable', message, externalId, pointer })
  }
}
