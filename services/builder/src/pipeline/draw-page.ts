import type { PublishedGuidebook } from '@guidebook/contracts'
import { zip } from '../artifact/zip.ts'
import type { PreparedVector } from '../basemap/prepare-vectors.ts'
import type { ContentVersion } from '../book/content-version.ts'
import type { SanitisedDraft } from '../book/draft.ts'
import type { BookFrame } from '../book/frame.ts'
import { filesByWay, type GpxFacts, gpxSetOf, storeGpx } from '../book/gpx-files.ts'
import { logoMediaType, type StoredLogo } from '../brand/logo-queries.ts'
import type { Build } from '../context.ts'
import { bookImagesOf, type PreparedImages } from '../image/prepare-images.ts'
import { requireShortFileList } from './book-limits.ts'

/** A draft and its frame, which has the content version of this draft. */
export interface DraftInFrame {
  draft: SanitisedDraft
  frame: BookFrame
}

export interface PageToDraw extends DraftInFrame {
  /** The page in other languages. */
  others: readonly DraftInFrame[]
  images: PreparedImages
  logo: StoredLogo | null
  version: ContentVersion
  /** Vector tiles beneath its maps. */
  vectors: readonly PreparedVector[]
}

/** Makes and stores the page of a release in all its languages, all files that it links to except the book, and the app's bundle. */
export async function drawPage(page: PageToDraw, build: Build) {
  const { files } = build
  const [{ first, others, gpx }, pageImages] = await Promise.all([composePages(page, build), imagesOf(page)])
  const body = asJson(first)
  const translated = others.map((other) => ({ lang: other.lang, body: asJson(other) }))
  const put = async (json: Buffer) => ({ key: (await files.put(json, 'application/json')).key })
  const stored = ({ key, bytes }: { key: string; bytes: number }, name: string) => ({
    name,
    content: { bytes, open: async () => (await build.store.get(key)).stream },
    compress: false,
  })
  // With this the app shows the release offline.
  const archive = zip([
    { name: 'guidebook.json', content: body, compress: true },
    ...translated.map((one) => ({ name: `guidebook.${one.lang}.json`, content: one.body, compress: true })),
    ...(gpx ? [stored(gpx.zip, 'gpx.zip')] : []),
    ...pageImages.map((image) => stored(image, `images/${image.name}`)),
  ])
  const [{ key, bytes }, pageFile, languages] = await Promise.all([
    files.put(archive, 'application/zip'),
    put(body),
    Promise.all(translated.map(async (one) => ({ lang: one.lang, ...(await put(one.body)) }))),
  ])
  const images = pageImages.map(({ bytes: _bytes, ...image }) => image)
  return { page: pageFile, languages, images, gpx, bundle: { key, bytes } }
}

const asJson = (page: PublishedGuidebook): Buffer => Buffer.from(JSON.stringify(page))

/** Composes one language after the other, to leave workers for the book and for other builds. */
async function composePages({ draft, frame, others, images, version, vectors }: PageToDraw, build: Build) {
  const { files, renderer, warnings, signal } = build
  // Once for all languages: dense maps take longer to draw than the rest of a page.
  const langs = [draft, ...others.map((other) => other.draft)].map(({ lang }) => lang)
  const drawn = vectors.length > 0 ? await renderer.run('drawPageMaps', { vectors, langs }) : []
  const compose = (index: number, one: DraftInFrame, gpx: Parameters<typeof filesByWay>[0] | null) =>
    renderer.run('composePage', {
      draft: one.draft,
      frame: one.frame,
      images: bookImagesOf(images),
      gpx: gpx && filesByWay(gpx),
      gpxVersion: version.ways,
      vectors: drawn[index] ?? [],
    })
  const ingredients = `gpx-${version.waysFingerprint}`
  const before = await files.find<GpxFacts>(ingredients)
  const { page: first, gpx: made } = await compose(0, { draft, frame }, before?.facts ?? null)
  const set = made ? files.add({ ingredients, ...(await storeGpx(made, files)) }) : before
  const gpx = set && gpxSetOf(set)
  if (gpx) requireShortFileList(gpx)
  for (const { name, segmentsLeftOut } of set?.facts.incomplete ?? []) {
    const message = `${segmentsLeftOut} segments did not fit into ${name}.gpx; the full file has them.`
    warnings.add({ code: 'gpx-segments-left-out', message })
  }
  const translated: PublishedGuidebook[] = []
  for (const [index, other] of others.entries()) {
    signal.throwIfAborted()
    translated.push((await compose(index + 1, other, set?.facts ?? { files: [] })).page)
  }
  return { first, others: translated, gpx }
}

/** The images of the page with their sizes in bytes. */
async function imagesOf({ images, logo }: PageToDraw) {
  const prepared = [...images.values()].filter((image) => image !== null)
  const files = await Promise.all(
    prepared.map(async ({ image, page }) => {
      const { key, bytes, mediaType, facts } = await page
      return { name: image.name, key, bytes, mediaType, width: facts.width, height: facts.height }
    }),
  )
  if (!logo) return files
  const { name, key, bytes, width, height } = logo
  return [...files, { name, key, bytes, mediaType: logoMediaType, width, height }]
}
