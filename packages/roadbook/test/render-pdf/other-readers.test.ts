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

/** Poppler reports `Suspects false` as an error: it expects only the value `true`. */
const falseAlarm = /^Syntax Error: Suspects object is wrong type \(boolean\)\n/gm

const isMissing = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOENT'

/** The output of a program that reads the book; `null` if the program is not installed. */
const outputOf = async (program: string, before: string[], after: string[] = []) => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'roadbook-'))
  const file = join(folder.path, 'book.pdf')
  await writeFile(file, pdf)
  try {
    const { stdout, stderr } = await run(program, [...before, file, ...after])
    return { stdout, faults: stderr.replaceAll(falseAlarm, '') }
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
    const output = await outputOf(program, [...before], [...after])
    if (output === null) return context.skip(`${program} is not installed`)
    expect(output.faults).toBe('')
    expect(output.stdout).toMatch(expected)
  })
})
