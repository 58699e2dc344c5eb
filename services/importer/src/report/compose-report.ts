import { formatMessage, type Language, type Messages, messagesOf } from '@guidebook/messages'
import type { Explanation } from '../explanation.ts'
import { explanationOf } from '../row/row-errors.ts'
import { type Decision, decisions } from './decision.ts'
import type { FailedRow } from './failed-queries.ts'
import { type Block, reportHtml } from './report-html.ts'
import { reportText } from './report-text.ts'

/** The result of one file. */
export interface ReportedRun {
  name: string | null
  test: boolean
  /** Why it is read in part or not at all. */
  reason: Explanation | null
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
export function composeReport(
  lang: Language,
  name: string,
  runs: readonly ReportedRun[],
  { attached }: ReportExtent,
): Report {
  const texts = messagesOf('importReport', lang)
  const blocks = [...opening(texts, name, runs, attached), ...runs.flatMap((run) => [...blocksOf(lang, run)])]
  const subject = subjectOf(texts, runs)
  return { subject, text: reportText(texts, blocks), html: reportHtml(lang, subject, blocks) }
}

/** The subject contains the result. */
function subjectOf(texts: Messages<'importReport'>, runs: readonly ReportedRun[]): string {
  const title = runs.some(({ test }) => test) ? texts.testReport : texts.report
  const total = (decision: Decision) => runs.reduce((sum, { counts }) => sum + counts[decision], 0)
  const said = decisions
    .filter((decision) => total(decision) > 0)
    .map((decision) => texts[`count.${decision}`]({ n: total(decision) }))
  if (said.length === 0) return `${title}: ${texts.nothing}`
  const refused = runs.filter(({ reason }) => reason !== null)
  const inPart = refused.filter((run) => rowsOf(run) > 0).length
  const notRead = refused.length - inPart
  if (inPart > 0) said.push(texts.filesInPart({ n: inPart }))
  if (notRead > 0) said.push(texts.filesNotRead({ n: notRead }))
  return `${title}: ${said.join(', ')}`
}

const rowsOf = ({ counts }: ReportedRun): number => decisions.reduce((sum, decision) => sum + counts[decision], 0)

function* opening(
  texts: Messages<'importReport'>,
  name: string,
  runs: readonly ReportedRun[],
  attached: ReportExtent['attached'],
): Generator<Block> {
  yield { kind: 'paragraph', text: texts.greeting({ name }) }
  if (runs.some(({ test }) => test)) yield { kind: 'paragraph', text: texts.test }
  if (attached !== 'none') yield { kind: 'paragraph', text: texts.attached }
  if (attached === 'some') yield { kind: 'paragraph', text: texts.cut }
}

const delimiterNames: ReadonlyMap<string, 'comma' | 'semicolon' | 'tab' | 'bar'> = new Map([
  [',', 'comma'],
  [';', 'semicolon'],
  ['\t', 'tab'],
  ['|', 'bar'],
])

function* blocksOf(lang: Language, run: ReportedRun): Generator<Block> {
  const texts = messagesOf('importReport', lang)
  const explain = (explanation: Explanation) => formatMessage('importExplanations', lang, explanation)
  const { name, reason, counts, failed, dialect } = run
  const rows = rowsOf(run)
  if (name !== null) yield { kind: 'file', name }
  if (reason !== null) {
    yield { kind: 'refusal', text: `${rows === 0 ? texts.notImported : texts.readInPart} ${explain(reason)}` }
  } else if (rows === 0) {
    yield { kind: 'paragraph', text: texts.empty }
  } else if (counts.failed === 0) {
    yield { kind: 'success', text: texts.allGood({ n: rows }) }
  }
  const counted = decisions.filter((decision) => counts[decision] > 0)
  if (counted.length > 0) {
    const said = counted.map((decision) => ({ decision, text: texts[`count.${decision}`]({ n: counts[decision] }) }))
    yield { kind: 'counts', counts: said }
  }
  if (failed.length > 0) {
    const more = counts.failed - failed.length
    const faults = failed.flatMap(({ row, downloadCode, errors }) =>
      errors.map((error) => ({ row, downloadCode, column: error.column, message: explain(explanationOf(error)) })),
    )
    yield { kind: 'faults', faults, more: more > 0 ? texts.more({ n: more }) : null }
  }
  if (dialect !== null) {
    const { encoding, dateFormat } = dialect
    const delimiterName = delimiterNames.get(dialect.delimiter)
    const delimiter = delimiterName === undefined ? dialect.delimiter : texts[`delimiter.${delimiterName}`]
    yield { kind: 'note', text: texts.dialect({ encoding, delimiter, dates: dateFormat ?? texts.datesByForm }) }
  }
}
