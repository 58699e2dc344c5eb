import type { Artifacts } from '@guidebook/contracts'
import type { ObjectStore } from '@guidebook/service-kit'
import { zip } from './zip.ts'

export interface BundleContent {
  account: string
  /** The page's JSON. */
  page: Buffer
  /** The page in other languages. */
  languages: readonly { lang: string; page: Buffer }[]
  images: readonly { name: string; key: string; bytes: number }[]
  gpx: Artifacts['gpx']
}

/** Stores the ZIP with which the app shows a release offline: the page in all its languages, its images, and the GPX archive. */
export async function storeBundle(
  { account, page, languages, images, gpx }: BundleContent,
  store: ObjectStore,
): Promise<NonNullable<Artifacts['bundle']>> {
  const stored = (name: string, { key, bytes }: { key: string; bytes: number }) => ({
    name,
    content: { bytes, open: async () => (await store.get(key)).stream },
    compress: false,
  })
  const archive = zip([
    { name: 'guidebook.json', content: page, compress: true },
    ...languages.map((one) => ({ name: `guidebook.${one.lang}.json`, content: one.page, compress: true })),
    ...(gpx ? [stored('gpx.zip', gpx.zip)] : []),
    ...images.map((image) => stored(`images/${image.name}`, image)),
  ])
  const { key, bytes } = await store.putByContent(`builder/${account}`, archive, {
    contentType: 'application/zip',
    extension: '.zip',
  })
  return { key, bytes }
}
