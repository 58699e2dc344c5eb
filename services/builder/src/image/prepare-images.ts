import { ObjectMissing } from '@guidebook/service-kit'
import type { ArtifactSources } from '../artifact/artifact-sources.ts'
import { fingerprint } from '../artifact/fingerprint.ts'
import type { Artifact } from '../artifact/queries.ts'
import type { BookImage, BookImages } from '../book/frame.ts'
import type { Warnings } from '../outcome/warnings.ts'
import type { BuildImages } from './image-decoder.ts'
import { type ImageUse, imageRecipe, imageUses, type ResizedImage } from './resize-image.ts'
import { UnreadableImageError } from './unreadable-image-error.ts'
import type { WantedImage } from './wanted-images.ts'

/** A picture at hand for the book, and under way for the page. */
export interface PreparedImage {
  picture: BookImage
  /** JPEG for print. */
  print: () => Promise<Uint8Array>
  /** The file for the page; may settle later than the print, because the book is waited for longest. */
  page: Promise<Artifact<Measures>>
}

/** By the SHA-256 of their sources; null: could not be read. */
export type PreparedImages = ReadonlyMap<string, PreparedImage | null>

/** What the worker need know of them. */
export const measuresOf = (pictures: PreparedImages): BookImages =>
  Object.fromEntries([...pictures].map(([source, prepared]) => [source, prepared?.picture ?? null]))

interface Measures {
  width: number
  height: number
}

export interface ImageSources extends ArtifactSources {
  decoder: BuildImages
}

interface Chain {
  print: ImageUse
  /** The larger of the two is made from the source, the other one from it: the source is decoded once. */
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
 * Resizes each picture once for print and once for the page; what was made for an earlier build is taken from the store.
 * One that can't be read is null and a warning: a placeholder stands in its place.
 */
export async function prepareImages(
  wanted: ReadonlyMap<string, WantedImage>,
  sources: ImageSources,
): Promise<PreparedImages> {
  if (wanted.size === 0) return new Map()
  const pictures = [...wanted].map(([sha, picture]) => {
    const chain = chains[picture.size]
    return { sha, picture, chain, ingredients: ingredientsOf(sha, chain) }
  })
  const known = await sources.find(pictures.flatMap(({ ingredients: { print, page } }) => [print, page]))
  const prepared = await Promise.all(
    pictures.map((one) => prepareImage({ ...one, known }, sources).catch((error: unknown) => unreadable(error))),
  )
  // Told when all are done, so that the same pictures are told of in the same order.
  pictures.forEach(({ picture }, index) => {
    const result = prepared[index]
    if (result && 'reason' in result) tellUnreadable(result.reason, picture, sources.warnings)
  })
  return new Map(
    pictures.map(({ sha }, index) => {
      const result = prepared[index]
      return [sha, result && !('reason' in result) ? result : null]
    }),
  )
}

interface ImageToPrepare {
  sha: string
  picture: WantedImage
  chain: Chain
  ingredients: Ingredients
  known: ReadonlyMap<string, Artifact>
}

async function prepareImage(
  { sha, picture: { source }, chain, ingredients, known }: ImageToPrepare,
  { account, store, decoder, made, signal }: ImageSources,
): Promise<PreparedImage> {
  const name = `${sha.slice(0, 16)}.jpg`
  const printed = known.get(ingredients.print) as Artifact<Measures> | undefined
  const paged = known.get(ingredients.page) as Artifact<Measures> | undefined
  if (printed && paged) {
    return { picture: { name, ...printed.facts }, print: () => store.read(printed.key), page: Promise.resolve(paged) }
  }

  const keep = async (how: 'print' | 'page', { bytes, mediaType, width, height }: ResizedImage) => {
    const options = { contentType: mediaType, extension: '.jpg' }
    const { key } = await store.putByContent(`builder/${account}`, Buffer.from(bytes), options)
    const facts = { width, height }
    made({ ingredients: ingredients[how], key, bytes: bytes.length, mediaType, facts })
    return { ingredients: ingredients[how], key, bytes: bytes.length, mediaType, facts }
  }

  const larger = await decoder.resizeImage(() => store.read(source.key), chain.larger, signal)
  const smaller = decoder.resizeImage(
    async () => larger.bytes,
    chain.larger === 'print' ? 'page' : chain.print,
    signal,
  )
  const page = (async () => {
    const [print, forPage] = chain.larger === 'print' ? [larger, await smaller] : [await smaller, larger]
    const [artifact] = await Promise.all([keep('page', forPage), keep('print', print)])
    return artifact
  })()
  // Whoever waits for it sees what went wrong; until then it must not count as unhandled.
  page.catch(() => undefined)
  const print = chain.larger === 'print' ? larger : await smaller
  return { picture: { name, width: print.width, height: print.height }, print: async () => print.bytes, page }
}

/** Throws the error on when it says nothing about the picture. */
function unreadable(error: unknown): { reason: string } {
  if (error instanceof ObjectMissing) return { reason: 'the file is gone' }
  if (error instanceof UnreadableImageError) return { reason: error.message }
  throw error
}

function tellUnreadable(reason: string, { owners }: WantedImage, warnings: Warnings): void {
  for (const { externalId, pointer } of owners) {
    const message = `The ${externalId === null ? 'cover' : 'picture'} could not be read (${reason}); a placeholder is shown.`
    warnings.add({ code: 'image-unreadable', message, externalId, pointer })
  }
}
