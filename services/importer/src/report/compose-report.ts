import type { FailedRow } from './failed-queries.ts'
import { type Block, reportHtml } from './report-html.ts'
import { reportText } from './report-text.ts'
import { type Decision, decisions, say, type Words } from './words.ts'

/** What became of one file. */
export interface ReportedRun {
  name: string | null
  test: boolean
  reason: string | null
  dialect: { encoding: string; delimiter: string; dateFormat: string | null } | null
  counts: Readonly<Record<Decision, number>>
  /** The first of the failed rows: a mail is read by a person. */
  failed: readonly FailedRow[]
}

export interface ReportExtent {
  /** Whether a file of failed rows is attached, and whether it holds all of them. */
  attached: 'all' | 'some' | 'none'
}

export interface Report {
  subject: string
  text: string
  html: string
}

/** What became of the files of a mail: counts and failed rows with their reasons; text and HTML say the same. */
export const composeReport = (
  words: Words,
  name: string,
  runs: readonly ReportedRun[],
  { attached }: ReportExtent,
): Report => {
  const blocks: Block[] = [
    { kind: 'paragraph', text: words.greeting(name) },
    ...(runs.some(({ test }) => test) ? [{ kind: 'paragraph' as const, text: words.test }] : []),
    ...runs.flatMap((run) => blocksOf(words, run)),
    ...(attached === 'none' ? [] : [{ kind: 'paragraph' as const, text: words.attached }]),
    ...(attached === 'some' ? [{ kind: 'paragraph' as const, text: words.cut }] : []),
  ]
  const subject = subjectOf(words, runs)
  return { subject, text: reportText(words, blocks), html: reportHtml(words, subject, blocks) }
}

/** The result, so that whoever reads only subjects knows. */
const subjectOf = (words: Words, runs: readonly ReportedRun[]): string => {
  const title = runs.some(({ test }) => test) ? words.testReport : words.report
  const total = (decision: Decision) => runs.reduce((sum, { counts }) => sum + counts[decision], 0)
  const said = saidCounts(words, {
    created: total('created'),
    changed: total('changed'),
    unchanged: total('unchanged'),
    failed: total('failed'),
  })
  return `${title}: ${said.length === 0 ? words.nothing : said.join(', ')}`
}

const saidCounts = (words: Words, counts: ReportedRun['counts']): string[] =>
  decisions
    .filter((decision) => counts[decision] > 0)
    .map((decision) => say(words, words.counted[decision], counts[decision]))

const blocksOf = (words: Words, run: ReportedRun): Block[] => {
  const { name, reason, counts, failed, dialect } = run
  const rows = decisions.reduce((sum, decision) => sum + counts[decision], 0)
  const isGood = reason === null && counts.failed === 0 && rows > 0
  const more = counts.failed - failed.length
  return [
    ...(name === null ? [] : [{ kind: 'file' as const, name }]),
    ...(reason === null
      ? []
      : [{ kind: 'refusal' as const, text: `${rows === 0 ? words.notImported : words.readInPart} ${reason}` }]),
    ...(isGood ? [{ kind: 'success' as const, text: say(words, words.allGood, rows) }] : []),
    ...(rows === 0
      ? []
      : [
          {
            kind: 'counts' as const,
            counts: decisions
              .filter((decision) => counts[decision] > 0)
              .map((decision) => ({ decision, text: say(words, words.counted[decision], counts[decision]) })),
          },
        ]),
    ...(failed.length === 0
      ? []
      : [
          {
            kind: 'faults' as const,
            faults: failed.flatMap(({ row, errors }) =>
              errors.map(({ column, message }) => ({ row, column, message })),
            ),
            more: more > 0 ? say(words, words.more, more) : null,
          },
        ]),
    ...(dialect === null
      ? []
      : [
          {
            kind: 'note' as const,
            text: words.dialect({ ...dialect, delimiter: words.delimiters[dialect.delimiter] ?? dialect.delimiter }),
          },
        ]),
  ]
}
