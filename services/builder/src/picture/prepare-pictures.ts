import { ObjectMissing, type ObjectStore } from '@guidebook/service-kit'
import type { LimitFunction } from 'p-limit'
import { fingerprint } from '../artifact/fingerprint.ts'
import type { Artifact } from '../artifact/queries.ts'
import type { Picture } from '../book/frame.ts'
import type { Warnings } from '../build/warnings.ts'
import {
  type ImageUse,
  imageRecipe,
  imageUses,
  type ResizedImage,
  resizeImage,
  UnreadableImage,
} from '../image/resize-image.ts'
import type { WantedPicture } from './wanted-pictures.ts'

/** A picture at hand for the book, and under way for the page. */
export interface PreparedPicture {
  picture: Picture
  /** JPEG for print. */
  print: () => Promise<Uint8Array>
  /** The file for the page; settles later than the print, because the book is waited for longest. */
  page: Promise<Artifact<Measures>>
}

interface Measures {
  width: number
  height: number
}

export interface PictureSources {
  account: string
  store: ObjectStore
  /** Keeps the decoded pictures of all builds together within the memory and the cores there are. */
  limit: LimitFunction
  find(ingredients: string[]): Promise<Map<string, Artifact>>
  /** Told of every file that was made anew. */
  made(artifact: Artifact): void
  warnings: Warnings
  signal: AbortSignal
}

export const pictureIngredients = (sha256: string, use: ImageUse): string =>
  `picture-${use}-${fingerprint([imageRecipe, imageUses[use], sha256])}`

/**
 * Resizes each picture once for print and, from that, once for the page; what was made for an earlier build is taken
 * from the store. One that can't be read is null and a warning: a placeholder stands in its place.
 */
export async function preparePictures(
  wanted: ReadonlyMap<string, WantedPicture>,
  sources: PictureSources,
): Promise<Map<string, PreparedPicture | null>> {
  const names = [...wanted.keys()]
  const known =
    names.length === 0
      ? new Map<string, Artifact>()
      : await sources.find(names.flatMap((sha) => [pictureIngredients(sha, 'print'), pictureIngredients(sha, 'page')]))
  const prepared = await Promise.all(
    [...wanted].map(async ([sha, picture]) => [sha, await preparePicture(sha, picture, known, sources)] as const),
  )
  return new Map(prepared)
}

async function preparePicture(
  sha: string,
  { source, externalIds }: WantedPicture,
  known: ReadonlyMap<string, Artifact>,
  sources: PictureSources,
): Promise<PreparedPicture | null> {
  const { store, limit, warnings, signal } = sources
  const name = `${sha.slice(0, 16)}.jpg`

  const make = async (from: () => Promise<Uint8Array>, use: ImageUse): Promise<ResizedImage> => {
    const resized = await limit(async () => {
      signal.throwIfAborted()
      return await resizeImage(await from(), use)
    })
    return resized
  }
  const keep = async (
    use: ImageUse,
    { bytes, mediaType, width, height }: ResizedImage,
  ): Promise<Artifact<Measures>> => {
    const { key } = await store.putByContent(`builder/${sources.account}`, bytes, {
      contentType: mediaType,
      extension: '.jpg',
    })
    const artifact = {
      ingredients: pictureIngredients(sha, use),
      key,
      bytes: bytes.length,
      mediaType,
      facts: { width, height },
    }
    sources.made({ ...artifact })
    return artifact
  }

  try {
    const printed = known.get(pictureIngredients(sha, 'print')) as Artifact<Measures> | undefined
    const paged = known.get(pictureIngredients(sha, 'page')) as Artifact<Measures> | undefined
    if (printed && paged) {
      return { picture: { name, ...printed.facts }, print: () => store.read(printed.key), page: Promise.resolve(paged) }
    }
    const print = await make(() => store.read(source.key), 'print')
    const page = Promise.all([
      make(async () => print.bytes, 'page').then((resized) => keep('page', resized)),
      keep('print', print),
    ]).then(([artifact]) => artifact)
    // Whoever waits for it sees what went wrong; until then it must not count as unhandled.
    page.catch(() => undefined)
    return { picture: { name, width: print.width, height: print.height }, print: async () => print.bytes, page }
  } catch (error) {
    const reason = reasonOf(error)
    if (reason === null) throw error
    for (const externalId of externalIds) {
      warnings.add({
        code: 'image-unreadable',
        message: `The picture could not be read (${reason}); a placeholder is shown.`,
        externalId,
      })
    }
    return null
  }
}

/** Why there is no picture; null for an error that says nothing about the picture. */
function reasonOf(error: unknown): string | null {
  if (error instanceof UnreadableImage) return error.message
  if (error instanceof ObjectMissing) return 'the file is gone'
  return null
}
