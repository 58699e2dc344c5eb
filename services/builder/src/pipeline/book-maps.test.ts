import { expect, test } from 'vitest'
import { TaskTimeoutError } from '../worker-pool/worker-process.ts'
import { type BookMaps, prepareBookMaps, printInTime } from './book-maps.ts'

const basemaps = { images: [], vectors: [] }
const plain: BookMaps = { basemaps, windows: [], sheetStages: [] }
const withSheets = { ...plain, sheetStages: [0, 2], withoutSheets: async () => plain }
const glyph = { code: 'glyph-missing', message: 'A character cannot be printed.' }

test('a book whose sheets take too long to draw is printed without them, with a warning', async () => {
  const limits: (number | undefined)[] = []
  const printed = await printInTime(withSheets, async ({ sheetStages }, limitMs) => {
    limits.push(limitMs)
    if (sheetStages.length > 0) throw new TaskTimeoutError('printBook')
    return { pages: 14, warnings: [glyph] }
  })
  expect(printed).toEqual({ pages: 14, warnings: [glyph, expect.objectContaining({ code: 'too-many-sheets' })] })
  expect(limits).toEqual([30_000, undefined])
})

test('a book that takes too long without sheets, or fails for another reason, is not printed again', async () => {
  let attempts = 0
  const failing = (error: Error) => async () => {
    attempts++
    throw error
  }
  const tooLong = new TaskTimeoutError('printBook')
  await expect(printInTime({ ...plain, withoutSheets: async () => plain }, failing(tooLong))).rejects.toBe(tooLong)
  const broken = new Error('broken')
  await expect(printInTime(withSheets, failing(broken))).rejects.toBe(broken)
  expect(attempts).toBe(2)
})

test('a book whose sheets take too long to plan has none, with a warning', async () => {
  const warnings: unknown[] = []
  const run = async (task: string) => {
    if (task === 'possibleSheets') throw new TaskTimeoutError(task)
    return { book: [], page: [] }
  }
  const build = {
    renderer: { run },
    warnings: { add: (warning: unknown) => warnings.push(warning) },
    basemaps: { sources: {}, vectors: { archives: [{}], embedded: {} }, timeoutMs: 1_000 },
  } as unknown as Parameters<typeof prepareBookMaps>[1]
  const draft = {} as Parameters<typeof prepareBookMaps>[0]['draft']
  expect(await prepareBookMaps({ draft, paper: 'a4' }, build)).toMatchObject({ ...plain, pageVectors: [] })
  expect(warnings).toMatchObject([{ code: 'too-many-sheets' }])
})
