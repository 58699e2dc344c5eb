import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { accountFiles } from '../artifact/account-files.ts'
import type { Artifact } from '../artifact/queries.ts'
import type { Build } from '../context.ts'
import { collectWarnings } from '../outcome/warnings.ts'
import { drawPage, type PageToDraw } from './draw-page.ts'

const device = { name: '01-day-device', stage: 1, variant: 'device', content: 0, segmentsLeftOut: 3 }
const made = {
  files: [{ ...device, name: '01-day', variant: 'full', segmentsLeftOut: 0 }, device],
  contents: [Buffer.from('<gpx/>')],
  courses: [],
  archive: Buffer.from('PK'),
}

const objects = new Map<string, Buffer>()
const store = {
  async putByContent(prefix: string, body: Buffer | Readable, { extension }: { extension: string }) {
    const content = Buffer.isBuffer(body) ? body : await buffer(body)
    const sha256 = createHash('sha256').update(content).digest('hex')
    const key = `${prefix}/${sha256}${extension}`
    objects.set(key, content)
    return { key, bytes: content.length, sha256 }
  },
  get: async (key: string) => ({ stream: Readable.from([objects.get(key)]) }),
}

/** Draws the page with the files that earlier builds have made. */
async function drawn(earlier: readonly Artifact[]) {
  const warnings = collectWarnings()
  const renderer = {
    run: async (_: string, { gpx }: { gpx: unknown }) => ({ page: {}, gpx: gpx === null ? made : null }),
  }
  const find = async () => new Map(earlier.map((artifact) => [artifact.ingredients, artifact]))
  const files = accountFiles('account', store as never, { find })
  const build = { files, store, renderer, warnings, signal: new AbortController().signal } as unknown as Build
  const version = { ways: 'v', waysFingerprint: 'fingerprint' }
  const page = { draft: {}, frame: {}, others: [], images: new Map(), logo: null, version, vectors: [] }
  const { gpx } = await drawPage(page as unknown as PageToDraw, build)
  return { gpx, warnings: warnings.list(), made: files.made }
}

test('each build warns of segments that do not fit into a GPX file, also one that reuses the file', async () => {
  const first = await drawn([])
  expect(first.warnings).toMatchObject([
    {
      code: 'gpx-segments-left-out',
      message: '3 segments did not fit into 01-day-device.gpx; the full file has them.',
    },
  ])
  const second = await drawn(first.made)
  expect([second.made, second.warnings]).toEqual([[], first.warnings])
  expect(second.gpx).toEqual(first.gpx)
  // The receiver of the message refuses other fields.
  expect(Object.keys(first.gpx ?? {})).toEqual(['files', 'courses', 'zip'])
})
