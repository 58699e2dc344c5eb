import type { Artifacts } from '@guidebook/contracts'
import type { ObjectStore } from '@guidebook/service-kit'
import { zip } from './zip.ts'

export interface BundleContent {
  account: string
  /** The page's JSON. */
  page: Buffer
  images: readonly { name: string; key: string; bytes: number }[]
  gpx: Artifacts['gpx']
}

/** What the app holds of a release without a network: the page's content, its pictures and the whole tracks, in a ZIP. */
export async function storeBundle(
  { account, page, images, gpx }: BundleContent,
  store: ObjectStore,
): Promise<NonNullable<Artifacts['bundle']>> {
  const stored = (key: string, bytes: number) => ({ bytes, open: async () => (await store.get(key)).stream })
  const whole = (gpx?.files ?? []).filter(({ variant }) => variant === 'full')
  const archive = zip([
    { name: 'guidebook.json', content: page, compress: true },
    ...whole.map((file) => ({ name: `gpx/${file.name}.gpx`, content: stored(file.key, file.bytes), compress: true })),
    ...images.map((image) => ({
      name: `images/${image.name}`,
      content: stored(image.key, image.bytes),
      compress: false,
    })),
  ])
  const { key, bytes } = await store.putByContent(`builder/${account}`, archive, {
    contentType: 'application/zip',
    extension: '.zip',
  })
  return { key, bytes }
}
