import { randomUUID } from 'node:crypto'
import type { Artifacts } from '@guidebook/contracts'
import { expect, test } from 'vitest'
import type { BookRoute } from '../content/book-content.ts'
import { mostImages } from '../image/wanted-images.ts'
import { FatalBuildError } from '../outcome/failures.ts'
import { mostWarningBytes } from '../outcome/warnings.ts'
import { mostFileListBytes, requirePrintable, requireShortFileList } from './book-limits.ts'

type GpxSet = NonNullable<Artifacts['gpx']>

/** The key of an account with the longest identifier. */
const keyOf = (extension: string) => `builder/${'a'.repeat(64)}/${'0'.repeat(64)}.${extension}`
const bytes = 12_345_678

/** The files of alternatives with the longest names. */
function filesOf(ways: number): Required<Pick<GpxSet, 'files' | 'courses'>> {
  const all = Array.from({ length: ways }, (_, index) => {
    const [stage, alternative] = [100, index + 1]
    return { way: { stage, alternative }, name: `100-alternative-${alternative}-${'x'.repeat(60)}` }
  })
  const gpx = { key: keyOf('gpx'), bytes }
  return {
    files: all.flatMap(({ way, name }) => [
      { name, variant: 'full', ...way, ...gpx },
      { name: `${name}-device`, variant: 'device', ...way, ...gpx },
    ]),
    courses: all.flatMap(({ way, name }) =>
      (['tcx', 'fit'] as const).map((format) => ({
        name: `${name}.${format}`,
        format,
        ...way,
        key: keyOf(format),
        bytes,
      })),
    ),
  }
}

test('items without an ID have at most 32 MiB of texts, also when many have the same text', () => {
  const route = { externalId: 'R', pointer: null, image: null, icon: null, color: null, parts: [], figures: null }
  const texts = { names: { en: 'Route' }, descriptions: { en: 'x'.repeat(200_000) } }
  const printed = (id: string | null) => {
    const routes = Array.from({ length: 200 }, (): BookRoute => ({ ...route, ...texts, id }))
    const about = { titles: {}, descriptions: {}, cover: null, coverPointer: null }
    const content = { ...about, stages: [], general: { routes, pois: [], texts: [] }, stays: [] }
    return () => requirePrintable(content, { dates: [], freeDays: [], stays: [] })
  }
  expect(printed(null)).toThrow(expect.objectContaining({ code: 'content-too-large' }))
  expect(printed(randomUUID())).not.toThrow()
})

test('the list of files may be as long as its part of the message about a build', () => {
  const bytesOf = (ways: number) => Buffer.byteLength(JSON.stringify(filesOf(ways)))
  let most = 100
  while (bytesOf(most + 100) <= mostFileListBytes) most += 100
  expect(() => requireShortFileList(filesOf(most))).not.toThrow()
  expect(() => requireShortFileList(filesOf(most + 100))).toThrow(FatalBuildError)
})

test('with the longest list of files, and the most images and warnings, the message about a build is smaller than 1 MB', () => {
  const image = {
    name: `${'0'.repeat(16)}.jpg`,
    key: keyOf('jpg'),
    mediaType: 'image/jpeg',
    width: 1_400,
    height: 1_400,
  }
  const images = JSON.stringify(Array.from({ length: mostImages }, () => image))
  expect(mostFileListBytes + Buffer.byteLength(images) + mostWarningBytes).toBeLessThan(980_000)
})
