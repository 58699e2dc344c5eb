import { type Language, type Messages, messagesOf } from '@guidebook/messages'
import { explainIn } from '../explanation.ts'
import { explanationOf } from '../row/row-errors.ts'
import { type RunRow, reasonOf } from '../run/queries.ts'
import { type Block, type Decision, decisions, reportHtml } from './report-html.ts'
import type { DecidedRow, FailedRow } from './shown-rows.ts'

/** The result of one file; `failedRows` and, of a test, `otherRows`: the first ones. */
export type ReportedRun = Pick<RunRow, 'file_name' | 'test' | 'explanation' | 'reason' | 'dialect' | Decision> & {
  failedRows: readonly FailedRow[]
  otherRows: readonly DecidedRow[]
}

/** Whether failed rows are attached, and whether all of them are. */
export type Attached = 'all' | 'some' | 'none'

/** Composes the report on the files of a mail: counts, and failed rows with their reasons. Text and HTML have the same content. */
export function composeReport(lang: Language, name: string, runs: readonly ReportedRun[], attached: Attached) {
  const texts = messagesOf('importReport', lang)
  const blocks = [...opening(texts, name, runs, attached), ...runs.flatMap((run) => [...blocksOf(lang, run)])]
  const subject = subjectOf(texts, runs)
  const text = blocks.map((block) => textOf(texts, block)).join('\n\n')
  return { subject, text: `${text}\n`, html: reportHtml(lang, subject, blocks) }
}

/** The subject contains the result. */
function subjectOf(texts: Messages<'importReport'>, runs: readonly ReportedRun[]): string {
  const title = runs.some(({ test }) => test) ? texts.testReport : texts.report
  const total = (decision: Decision) => runs.reduce((sum, run) => sum + run[decision], 0)
  const said = decisions
    .filter((decision) => total(decision) > 0)
    .map((decision) => texts[`count.${decision}`]({ n: total(decision) }))
  if (said.length === 0) return texts.labelled({ label: title, value: texts.nothing })
  const refused = runs.filter((run) => reasonOf(run) !== null)
  const inPart = refused.filter((run) => rowsOf(run) > 0).length
  const notRead = refused.length - inPart
  if (inPart > 0) said.push(texts.filesInPart({ n: inPart }))
  if (notRead > 0) said.push(texts.filesNotRead({ n: notRead }))
  return texts.labelled({ label: title, value: said.join(', ') })
}

const rowsOf = (run: ReportedRun): number => decisions.reduce((sum, decision) => sum + run[decision], 0)

function* opening(
  texts: Messages<'importReport'>,
  name: string,
  runs: readonly ReportedRun[],
  attached: Attached,
): Generator<Block> {
  yield { kind: 'paragraph', text: texts.greeting({ name }) }
  if (runs.some(({ test }) => test)) yield { kind: 'paragraph', text: texts.test }
  if (attached !== 'none') yield { kind: 'paragraph', text: texts.attached }
  if (attached === 'some') yield { kind: 'paragraph', text: texts.cut }
}

const delimiterNames = { ',': 'comma', ';': 'semicolon', '\t': 'tab', '|': 'bar' } as const

function* blocksOf(lang: Language, run: ReportedRun): Generator<Block> {
  const texts = messagesOf('importReport', lang)
  const explain = explainIn(lang)
  const { file_name: name, dialect, failedRows } = run
  const reason = reasonOf(run)
  const rows = rowsOf(run)
  if (name !== null) yield { kind: 'file', name }
  if (reason !== null) {
    yield { kind: 'refusal', text: `${rows === 0 ? texts.notImported : texts.readInPart} ${explain(reason)}` }
  } else if (rows === 0) {
    yield { kind: 'paragraph', text: texts.empty }
  } else if (run.failed === 0) {
    yield { kind: 'success', text: texts.allGood({ n: rows }) }
  }
  const counted = decisions.filter((decision) => run[decision] > 0)
  if (counted.length > 0) {
    const said = counted.map((decision) => ({ decision, text: texts[`count.${decision}`]({ n: run[decision] }) }))
    yield { kind: 'counts', counts: said }
  }
  if (failedRows.length > 0) {
    const more = run.failed - failedRows.length
    const faults = failedRows.flatMap(({ row, downloadCode, errors }) =>
      errors.map((error) => ({ row, downloadCode, column: error.column, message: explain(explanationOf(error)) })),
    )
    yield { kind: 'faults', faults, more: more > 0 ? texts.more({ n: more }) : null }
  }
  if (run.otherRows.length > 0) {
    const more = rows - run.failed - run.otherRows.length
    const decided = run.otherRows.map((row) => ({ ...row, decision: texts[`decision.${row.status}`] }))
    yield { kind: 'decisions', rows: decided, more: more > 0 ? texts.moreDecisions({ n: more }) : null }
  }
  if (dialect !== null) {
    const { encoding, dateFormat } = dialect
    const delimiter = texts[`delimiter.${delimiterNames[dialect.delimiter]}`]
    yield { kind: 'note', text: texts.dialect({ encoding, delimiter, dates: dateFormat ?? texts.datesByForm }) }
  }
}

const textOf = (texts: Messages<'importReport'>, block: Block): string => {
  if (block.kind === 'file') return `== ${block.name} ==`
  if (block.kind === 'counts') return `${block.counts.map(({ text }) => text).join(', ')}.`
  const more = 'more' in block && block.more !== null ? [`… ${block.more}`] : []
  if (block.kind === 'decisions') {
    const rows = block.rows.map((row) =>
      texts.labelled({ label: `${texts.row} ${row.row}, ${row.downloadCode}`, value: row.decision }),
    )
    return [...rows, ...more].join('\n')
  }
  if (block.kind !== 'faults') return block.text
  const lines = block.faults.map(({ row, downloadCode, column, message }) => {
    const booking = downloadCode === null ? '' : `, ${downloadCode}`
    const label = `${texts.row} ${row}${booking}${column === null ? '' : ` (${column})`}`
    return texts.labelled({ label, value: message })
  })
  return [...lines, ...more].join('\n')
}
