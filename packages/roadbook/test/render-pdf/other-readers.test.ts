import { execFile } from 'node:child_process'
import { mkdtempDisposable, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { loadFonts, renderPdf } from '../../src/index.ts'
import { madeUp } from '../golden/trips/made-up.ts'

const run = promisify(execFile)
const pdf = renderPdf(await madeUp(), loadFonts()).pdf

/** Poppler takes a PDF's word that no tag is suspect for an error: it looks for the value `true` alone. */
const popplersOwn = /^Syntax Error: Suspects object is wrong type \(boolean\)\n/gm

const isMissing = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOENT'

/** What a program says of the book; `null` where it is not installed. */
const said = async (program: string, before: string[], after: string[] = []) => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'roadbook-'))
  const file = join(folder.path, 'book.pdf')
  await writeFile(file, pdf)
  try {
    const { stdout, stderr } = await run(program, [...before, file, ...after])
    return { stdout, faults: stderr.replaceAll(popplersOwn, '') }
  } catch (error) {
    if (isMissing(error)) return null
    throw error
  }
}

describe('other PDF programs find no fault', () => {
  test.for([
    ['pdfinfo', [], [], /^Tagged:\s+yes$/m],
    ['pdffonts', [], [], /NotoSans.* yes yes yes /],
    ['pdftotext', [], ['-'], /Από τον Όλυμπο στη θάλασσα/],
    ['qpdf', ['--check'], [], /No syntax or stream encoding errors found/],
  ] as const)('%s', async ([program, before, after, expected], context) => {
    const answer = await said(program, [...before], [...after])
    if (answer === null) return context.skip(`${program} is not installed`)
    expect(answer.faults).toBe('')
    expect(answer.stdout).toMatch(expected)
  })
})
