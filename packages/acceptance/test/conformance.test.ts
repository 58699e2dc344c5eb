/** docs/conformance.md quotes every sentence of the specification word for word, and names only existing tests. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const specification =
  process.env.SPEC_FILE ?? fileURLToPath(new URL('../../../../shared/spec/interface-specification.md', import.meta.url))
const hasSpecification = existsSync(specification)
const missing = hasSpecification ? '' : ` (no ${specification}: set SPEC_FILE to check against it)`

/** The text under each heading, in the order of the headings. */
const sectionsOf = (markdown: string) =>
  new Map(
    markdown
      .split(/^#{2,3} /m)
      .slice(1)
      .map((section) => [section.slice(0, section.indexOf('\n')), section.slice(section.indexOf('\n') + 1)] as const),
  )
const linesOf = (text: string) => [...text.matchAll(/^.+$/gm)].map(({ 0: line, index }) => ({ line, start: index }))
const unescaped = (text: string) => text.replaceAll('\\|', '|')

const page = sectionsOf(readFileSync(join(root, 'docs/conformance.md'), 'utf8'))
const spec = sectionsOf(hasSpecification ? readFileSync(specification, 'utf8') : '')

const withoutRequirement = 'Sentences without a requirement'
const untested = 'Requirements without a test'
const answers = 'Published answers to open questions of the specification'

type Row = { section: string; sentence: string; tests: { file: string; title: string }[] }
const heads = ['| Sentence | Shown by |', '| Answer | Shown by |', '| Sentence | Why |', '| --- | --- |']
const shown = /^\| (.+) \| (`[^`]+` › `[^`]+`(?:<br>`[^`]+` › `[^`]+`)*) \|$/
const excused = /^(?:\| (.+) \| .+ \||- “(.+)”: .+)$/

const rows: Row[] = []
/** Sentences without a test, each with its reason: those without a requirement, and requirements without a test. */
const excuses: string[] = []
const malformed: string[] = []
for (const [section, text] of page) {
  for (const { line } of linesOf(text)) {
    if (heads.includes(line)) continue
    if (section === withoutRequirement || section === untested) {
      const sentence = excused.exec(line)?.slice(1).find(Boolean)
      if (sentence !== undefined) excuses.push(unescaped(sentence))
      else if (/^[|-]/.test(line)) malformed.push(line)
      continue
    }
    const [, sentence, tests] = shown.exec(line) ?? []
    if (sentence === undefined || tests === undefined) {
      malformed.push(line)
      continue
    }
    const named = [...tests.matchAll(/`([^`]+)` › `([^`]+)`/g)].map(([, file = '', title = '']) => ({ file, title }))
    rows.push({ section, sentence: unescaped(sentence), tests: named })
  }
}

/** The literal titles in a file, of tests that are not always skipped. */
const titlesOf = (file: string) => {
  const calls =
    /^[ \t]*(?:it|test|describe)(?:\.concurrent)?(?:\.(?:each|for|skipIf|runIf)\([\s\S]*?\))?\(\s*(['"`])((?:\\.|(?!\1).)*)\1/gm
  const source = readFileSync(join(root, file), 'utf8')
  return [...source.matchAll(calls)].map(([, , title = '']) => title.replaceAll(/\\(.)/g, '$1'))
}

/** The position of each table row except the head, and of each sentence elsewhere, in the text of a section. */
const demandsOf = (text: string) =>
  linesOf(text).flatMap(({ line, start }, index, lines) => {
    const isRule = (other = '') => other.startsWith('|-')
    if (isRule(line) || isRule(lines[index + 1]?.line)) return []
    if (line.startsWith('|')) return [{ start, end: start + line.length }]
    const unnumbered = line.replace(/^\d+\. /, (number) => ' '.repeat(number.length))
    const sentences = [...unnumbered.matchAll(/\S.*?(?:\.(?= [A-Z`])|$)/g)]
    return sentences.map(({ 0: sentence, index }) => ({ start: start + index, end: start + index + sentence.length }))
  })

/** The positions of a section's rows in the specification, in their order. `start` is -1 for a sentence that is not there. */
const positionsOf = (section: string) => {
  let from = 0
  return rows
    .filter((row) => row.section === section)
    .map(({ sentence }) => {
      const start = spec.get(section)?.indexOf(sentence, from) ?? -1
      if (start >= 0) from = start + 1
      return { sentence, start, end: start + sentence.length }
    })
}

describe('docs/conformance.md', () => {
  it('has only rows of a sentence with its tests or its reason', () => {
    expect(malformed).toEqual([])
    expect(rows).not.toEqual([])
    expect(excuses).not.toEqual([])
  })

  it('names only tests that exist', () => {
    const titles = new Map<string, string[]>()
    const cachedTitles = (file: string) => {
      if (!titles.has(file)) titles.set(file, existsSync(join(root, file)) ? titlesOf(file) : [])
      return titles.get(file) ?? []
    }
    const named = rows.flatMap(({ tests }) => tests)
    const absent = named.filter(({ file, title }) => !cachedTitles(file).includes(title))
    expect(absent.map(({ file, title }) => `${file} › ${title}`)).toEqual([])
  })
})

describe.skipIf(!hasSpecification)(`docs/conformance.md and the specification${missing}`, () => {
  it('have the same headings in the same order', () => {
    expect([...page.keys()]).toEqual([...spec.keys(), withoutRequirement, untested, answers])
  })

  it('have the same sentences, word for word and in the same order', () => {
    const misplaced = [...spec.keys()].flatMap((section) => positionsOf(section).filter(({ start }) => start < 0))
    expect(misplaced.map(({ sentence }) => sentence)).toEqual([])
    const whole = [...spec.values()].join('\n')
    expect(excuses.filter((sentence) => whole.split(sentence).length !== 2)).toEqual([])
  })

  it('agree that no sentence and no table row of the specification is missing', () => {
    const omitted = [...spec].flatMap(([section, text]) => {
      const excusedPositions = excuses.map((sentence) => ({
        start: text.indexOf(sentence),
        end: text.indexOf(sentence) + sentence.length,
      }))
      const covered = [...positionsOf(section), ...excusedPositions].filter(({ start }) => start >= 0)
      return demandsOf(text)
        .filter((demand) => !covered.some(({ start, end }) => start < demand.end && end > demand.start))
        .map(({ start, end }) => `${section}: ${text.slice(start, end)}`)
    })
    expect(omitted).toEqual([])
  })
})
