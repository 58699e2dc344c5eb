import { expect, test } from 'vitest'
import { accountFiles } from '../artifact/account-files.ts'
import type { Build } from '../context.ts'
import { collectWarnings } from '../outcome/warnings.ts'
import { prepareImages } from './prepare-images.ts'
import type { ImageUse } from './resize-image.ts'
import { UnreadableImageError } from './unreadable-image-error.ts'
import type { WantedImage } from './wanted-images.ts'

const sha256 = 'a'.repeat(64)
const wantedAs = (size: WantedImage['size']): Map<string, WantedImage> => {
  const source = { key: 'source', sha256, mediaType: 'image/jpeg', bytes: 1 }
  return new Map([[sha256, { source, size, owners: [{ externalId: 'P-1', pointer: null }] }]])
}

/** A build whose time for images is used up after the first task. */
function aBuild() {
  const uses: ImageUse[] = []
  const decoder = {
    async resizeImage(_: unknown, use: ImageUse) {
      if (uses.push(use) > 1) throw new UnreadableImageError('decoding took too long')
      return { bytes: Buffer.from(use), width: 1_400, height: 700 }
    },
  }
  const store = {
    putByContent: async (_: string, body: Buffer) => ({ key: `${body}.jpg`, bytes: body.length, sha256: '' }),
  }
  const warnings = collectWarnings()
  const files = accountFiles('account', store as never, { find: async () => new Map() })
  const build = { decoder, files, store, warnings, signal: new AbortController().signal } as unknown as Build
  return { build, files, uses, warnings }
}

test('a large image for which no time is left after its print is shown on the page as printed, and resized by the next build', async () => {
  const { build, files, uses, warnings } = aBuild()
  const prepared = (await prepareImages(wantedAs('large'), build)).get(sha256)
  expect(await prepared?.page).toMatchObject({ key: 'print.jpg', facts: { width: 1_400, height: 700 } })
  expect([uses, warnings.list()]).toEqual([['print', 'page'], []])
  expect(files.made.map(({ key }) => key)).toEqual(['print.jpg'])
})

test('a small image for which no time is left to print it is a placeholder', async () => {
  const { build, files, warnings } = aBuild()
  expect((await prepareImages(wantedAs('small'), build)).get(sha256)).toBeNull()
  expect(warnings.list()).toMatchObject([{ code: 'image-unreadable', externalId: 'P-1' }])
  expect(files.made).toEqual([])
})
