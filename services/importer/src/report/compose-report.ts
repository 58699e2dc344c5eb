import type { FailedRow } from './failed-queries.ts'
import { type Block, reportHtml } from './report-html.ts'
import { reportText } from './report-text.ts'
import { type Decision, decisions, say, type Words } from './words.ts'

/** The result of one file. */
export interface ReportedRun {
  name: string | null
  test: boolean
  reason: string | null
  dialect: { encoding: string; delimiter: string; dateFormat: string | null } | null
  counts: Readonly<Record<Decision, number>>
  /** The first failed rows. */
  failed: readonly FailedRow[]
}

export interface ReportExtent {
  /** Whether failed rows are attached, and whether all of them are. */
  attached: 'all' | 'some' | 'none'
}

export interface Report {
  subject: string
  text: string
  html: string
}

/** Composes the report on the files of a mail: counts, and failed rows with their reasons. Text and HTML have the same content. */
export const composeReport = (
  words: Words,
  name: string,
  runs: readonly ReportedRun[],
  { attached }: ReportExtent,
): Report => {
  const blocks = [...opening(words, name, runs, attached), ...runs.flatMap((run) => [...blocksOf(words, run)])]
  const subject = subjectOf(words, runs)
  return { subject, text: reportText(words, blocks), html: reportHtml(words, subject, blocks) }
}

/** The subject contains the result. */
const subjectOf = (words: Words, runs: readonly ReportedRun[]): string => {
  const title = runs.some(({ test }) => test) ? words.testReport : words.report
  const total = (decision: Decision) => runs.reduce((sum, { counts }) => sum + counts[decision], 0)
  const said = decisions
    .filter((decision) => total(decision) > 0)
    .map((decision) => say(words, words.counted[decision], total(decision)))
  if (said.length === 0) return `${title}: ${words.nothing}`
  const refused = runs.filter(({ reason }) => reason !== null)
  const inPart = refused.filter((run) => rowsOf(run) > 0).length
  const notRead = refused.length - inPart
  if (inPart > 0) said.push(say(words, words.filesInPart, inPart))
  if (notRead > 0) said.push(say(words, words.filesNotRead, notRead))
  return `${title}: ${said.join(', ')}`
}

const rowsOf = ({ counts }: ReportedRun): number => decisions.reduce((sum, decision) => sum + counts[decision], 0)

function* opening(
  words: Words,
  name: string,
  runs: readonly ReportedRun[],
  attached: ReportExtent['attached'],
): Generator<Block> {
  yield { kind: 'paragraph', text: words.greeting(name) }
  if (runs.some(({ test }) => test)) yield { kind: 'paragraph', text: words.test }
  if (attached !== 'none') yield { kind: 'paragraph', text: words.attached }
  if (attached === 'some') yield { kind: 'paragraph', text: words.cut }
}

function* blocksOf(words: Words, run: ReportedRun): Generator<Block> {
  const { name, reason, counts, failed, dialect } = run
  const rows = rowsOf(run)
  if (name !== null) yield { kind: 'file', name }
  if (reason !== null) {
    yield { kind: 'refusal', text: `${rows === 0 ? words.notImported : words.readInPart} ${words.sentence(reason)}` }
  } else if (rows === 0) {
    yield { kind: 'paragraph', text: words.empty }
  } else if (counts.failed === 0) {
    yield { kind: 'success', text: say(words, words.allGood, rows) }
  }
  const counted = decisions.filter((decision) => counts[decision] > 0)
  if (counted.length > 0) {
    const said = counted.map((decision) => ({ decision, text: say(words, words.counted[decision], counts[decision]) }))
    yield { kind: 'counts', counts: said }
  }
  if (failed.length > 0) {
    const more = counts.failed - failed.length
    const faults = failed.flatMap(({ row, downloadCode, errors }) =>
      errors.map(({ column, message }) => ({ row, downloadCode, column, message: words.sentence(message) })),
    )
    yield { kind: 'faults', faults, more: more > 0 ? say(words, words.more, more) : null }
  }
  if (dialect !== null) {
    const delimiter = words.delimiters[dialect.delimiter] ?? dialect.delimiter
    yield { kind: 'note', text: words.dialect({ ...dialect, delimiter }) }
  }
}
