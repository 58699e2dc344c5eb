import { setImmediate } from 'node:timers/promises'
import type { Artifacts, PublishedGuidebook } from '@guidebook/contracts'
import { FairSemaphore } from '@guidebook/service-kit'
import { movableClock, testAccount } from '@guidebook/service-kit/test'
import { expect, it } from 'vitest'
import type { Release } from '../src/release/release.ts'
import { mostImageBytes, previewShares, showPreview } from '../src/trip-link/preview-page.ts'
import { aGuidebook } from './published.ts'

const release = {
  provider: testAccount(),
  reseller: null,
  link: 'k3Vq8ZpT1xWcY7dRsN2bLg',
  download_code: 4711,
  seller_download_code: null,
  arrival_date: null,
  departure_date: null,
  app_enabled: false,
  pdf_enabled: false,
  gpx_enabled: false,
} as unknown as Release

/** Renders previews for accounts. `read` returns their images, with the key `<account>/<name>`. `documents` gets the keys of read documents. */
function previews(
  guidebook: PublishedGuidebook,
  names: readonly string[],
  read: (key: string) => Promise<Buffer>,
  documents: string[] = [],
) {
  const context = {
    objectStore: { read } as Parameters<typeof showPreview>[0]['objectStore'],
    publishedPages: {
      read: async (_: number, key: string) => {
        documents.push(key)
        return guidebook
      },
      languageOf: async () => guidebook.lang,
    },
    clock: movableClock('2026-06-01T12:00:00Z'),
    publicUrl: 'https://guidebook.example',
    map: { style: null, origins: [] },
    previewShares: new FairSemaphore(previewShares),
  }
  return (account: string) => {
    const file = { mediaType: 'image/jpeg', width: 4, height: 3 }
    const images = names.map((name) => ({ name, key: `${account}/${name}`, ...file }))
    const artifacts: Artifacts = { pdf: null, gpx: null, page: { key: 'page' }, images, bundle: null }
    const trip = { release, publication: { generation: 1, artifacts }, waitsFor: null }
    const { signal } = new AbortController()
    return showPreview(context, trip, { account, headers: {}, signal, hasBooking: true })
  }
}

/** A guidebook whose texts show the images. */
const withImages = (names: readonly string[]) =>
  aGuidebook({
    cover: null,
    logo: 'logo.png',
    stages: [],
    generalInfo: names.map((image) => ({ title: 'Hut', html: '', image })),
  })

const large = Buffer.alloc(300_000)
const urlOf = (image: Buffer) => `data:image/jpeg;base64,${image.toString('base64')}`
/** As many images as a preview may have. */
const most = Math.floor(mostImageBytes / urlOf(large).length)
const imagesIn = (body: string) => body.split('<img src="data:').length - 1

it('an image of a preview counts for each mention; mentions beyond the limit have none', async () => {
  const guidebook = withImages(Array(500).fill('hut.jpg'))
  const { body } = await previews(guidebook, ['hut.jpg'], async () => large)('operator')
  expect(imagesIn(body)).toBe(most)
  expect(body.length).toBeLessThan(mostImageBytes + 500_000)
  expect(body.split('>Hut<').length - 1).toBe(500)
})

it('a preview reads no more images than it may have, in the order of the page: the logo, then the first ones', async () => {
  const names = Array.from({ length: 400 }, (_, index) => `${index}.jpg`)
  const read: string[] = []
  const show = previews(withImages(names), [...names, 'logo.png'], async (key) => {
    read.push(key)
    return large
  })
  const { body } = await show('operator')
  expect(read).toEqual(['logo.png', ...names.slice(0, most)].map((name) => `operator/${name}`))
  expect(imagesIn(body)).toBe(most)
})

it('a preview reads its page document once', async () => {
  const documents: string[] = []
  await previews(withImages(['hut.jpg']), ['hut.jpg'], async () => large, documents)('operator')
  expect(documents).toEqual(['page'])
})

it('an account that requests many previews at once gets one after another, and another account does not wait for it', async () => {
  let [underWay, together] = [0, 0]
  const ended: string[] = []
  const show = previews(withImages(['hut.jpg']), ['hut.jpg'], async (key) => {
    const isBusy = key.startsWith('busy')
    if (isBusy) together = Math.max(together, ++underWay)
    await setImmediate()
    if (isBusy) underWay--
    return large
  })
  const ask = async (account: string) => {
    await show(account)
    ended.push(account)
  }
  await Promise.all([...Array.from({ length: 10 }, () => ask('busy')), ask('other')])
  expect(together).toBe(1)
  expect(ended.slice(0, 2)).toContain('other')
  expect(ended).toHaveLength(11)
})
