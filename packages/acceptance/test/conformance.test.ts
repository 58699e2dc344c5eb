/** The page of conformance: its tests exist, its sentences are the specification's, and it forgets none of them. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const specification =
  process.env.SPEC_FILE ?? fileURLToPath(new URL('../../../../shared/spec/interface-specification.md', import.meta.url))
const isThere = existsSync(specification)
const missing = isThere ? '' : ` (no ${specification}: set SPEC_FILE to check against it)`

/** What stands under each heading, in the order of the headings. */
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
const spec = sectionsOf(isThere ? readFileSync(specification, 'utf8') : '')

const nothing = 'What demands nothing'
const unshown = 'What no test shows'
const answers = 'The published answers to what the specification leaves open'

type Row = { section: string; sentence: string; tests: { file: string; title: string }[] }
const heads = ['| Sentence | Shown by |', '| Answer | Shown by |', '| Sentence | Why |', '| --- | --- |']
const shown = /^\| (.+) \| (`[^`]+` › `[^`]+`(?:<br>`[^`]+` › `[^`]+`)*) \|$/
const excused = /^(?:\| (.+) \| .+ \||- “(.+)”: .+)$/

const rows: Row[] = []
/** Sentences without a row: those that demand nothing and those that nothing shows, each with its reason. */
const excuses: string[] = []
const strays: string[] = []
for (const [section, text] of page) {
  for (const { line } of linesOf(text)) {
    if (heads.includes(line)) continue
    if (section === nothing || section === unshown) {
      const sentence = excused.exec(line)?.slice(1).find(Boolean)
      if (sentence !== undefined) excuses.push(unescaped(sentence))
      else if (/^[|-]/.test(line)) strays.push(line)
      continue
    }
    const [, sentence, tests] = shown.exec(line) ?? []
    if (sentence === undefined || tests === undefined) {
      strays.push(line)
      continue
    }
    const named = [...tests.matchAll(/`([^`]+)` › `([^`]+)`/g)].map(([, file = '', title = '']) => ({ file, title }))
    rows.push({ section, sentence: unescaped(sentence), tests: named })
  }
}

/** The titles that stand in a file as they are, of tests that are not switched off for good. */
const titlesOf = (file: string) => {
  const calls =
    /^[ \t]*(?:it|test|describe)(?:\.concurrent)?(?:\.(?:each|for|skipIf|runIf)\([\s\S]*?\))?\(\s*(['"`])((?:\\.|(?!\1).)*)\1/gm
  const source = readFileSync(join(root, file), 'utf8')
  return [...source.matchAll(calls)].map(([, , title = '']) => title.replaceAll(/\\(.)/g, '$1'))
}

/** Each row of a table, but its head, and each sentence of anything else, as places in the text of a section. */
const demandsOf = (text: string) =>
  linesOf(text).flatMap(({ line, start }, index, lines) => {
    const isRule = (other = '') => other.startsWith('|-')
    if (isRule(line) || isRule(lines[index + 1]?.line)) return []
    if (line.startsWith('|')) return [{ start, end: start + line.length }]
    const unnumbered = line.replace(/^\d+\. /, (number) => ' '.repeat(number.length))
    const sentences = [...unnumbered.matchAll(/\S.*?(?:\.(?= [A-Z`])|$)/g)]
    return sentences.map(({ 0: sentence, index }) => ({ start: start + index, end: start + index + sentence.length }))
  })

/** Where the rows of a section stand in the specification, one after the other; those that don't have no place. */
const placesOf = (section: string) => {
  let from = 0
  return rows
    .filter((row) => row.section === section)
    .map(({ sentence }) => {
      const start = spec.get(section)?.indexOf(sentence, from) ?? -1
      if (start >= 0) from = start + 1
      return { sentence, start, end: start + sentence.length }
    })
}

describe('the page of conformance', () => {
  it('has rows of a sentence with its tests or its reason, and nothing between them', () => {
    expect(strays).toEqual([])
    expect(rows).not.toEqual([])
    expect(excuses).not.toEqual([])
  })

  it('names only tests that there are', () => {
    const titles = new Map<string, string[]>()
    const known = (file: string) => {
      if (!titles.has(file)) titles.set(file, existsSync(join(root, file)) ? titlesOf(file) : [])
      return titles.get(file) ?? []
    }
    const named = rows.flatMap(({ tests }) => tests)
    const absent = named.filter(({ file, title }) => !known(file).includes(title))
    expect(absent.map(({ file, title }) => `${file} › ${title}`)).toEqual([])
  })
})

describe.skipIf(!isThere)(`beside the specification${missing}`, () => {
  it('the page has its headings, in its order', () => {
    expect([...page.keys()]).toEqual([...spec.keys(), nothing, unshown, answers])
  })

  it('every sentence is its own, word for word and in its order', () => {
    const misplaced = [...spec.keys()].flatMap((section) => placesOf(section).filter(({ start }) => start < 0))
    expect(misplaced.map(({ sentence }) => sentence)).toEqual([])
    const whole = [...spec.values()].join('\n')
    expect(excuses.filter((sentence) => whole.split(sentence).length !== 2)).toEqual([])
  })

  it('no row of its tables and no sentence is forgotten', () => {
    const forgotten = [...spec].flatMap(([section, text]) => {
      const loose = excuses.map((sentence) => ({
        start: text.indexOf(sentence),
        end: text.indexOf(sentence) + sentence.length,
      }))
      const places = [...placesOf(section), ...loose].filter(({ start }) => start >= 0)
      return demandsOf(text)
        .filter((demand) => !places.some(({ start, end }) => start < demand.end && end > demand.start))
        .map(({ start, end }) => `${section}: ${text.slice(start, end)}`)
    })
    expect(forgotten).toEqual([])
  })
})
