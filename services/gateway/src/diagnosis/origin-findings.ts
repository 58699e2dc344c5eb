/** What became of the file, or of the request, that named a code. Pure. */
import type { DiagnosedRow, Finding, ImportRun } from '@guidebook/contracts'
import { messagesOf } from '@guidebook/messages'
import { type Facts, finding, type Language, type Texts } from './finding.ts'
import { momentIn } from './moment.ts'

/** Without a release, and without an account that asks, nobody knows a time zone. */
const zoneOf = ({ release }: Pick<Facts, 'release'>, { timeZone }: Language): string =>
  release?.period.timeZone ?? timeZone ?? 'UTC'

/** The newest row decides, and the newest row of a test, which changed nothing. Rows are sorted, newest first. */
export function importFindings(facts: Facts, texts: Texts, language: Language): Finding[] {
  const { importRows: rows } = facts
  const describe = ({ row, fileName, receivedAt }: DiagnosedRow) => ({
    row,
    file: fileName ?? 'CSV',
    date: momentIn(language.lang, receivedAt, zoneOf(facts, language)),
  })
  const real = rows.find(({ test }) => !test)
  const test = rows.find((row) => row.test)
  const findings: Finding[] = []
  if (real?.status === 'failed') {
    const { labelled } = messagesOf('importReport', language.lang)
    const error = real.errors.map(({ column, message }) =>
      column === null ? message : labelled({ label: column, value: message }),
    )
    const message = texts['row-failed']({ ...describe(real), error: error.join(' ') || '–' })
    findings.push(finding('row-failed', 'error', message, texts['row-failed.advice']))
  }
  if (real?.status === 'pending') {
    findings.push(finding('row-pending', 'warning', texts['row-pending'](describe(real)), texts['row-pending.advice']))
  }
  if (test !== undefined && (real === undefined || real.receivedAt < test.receivedAt)) {
    const severity = facts.release === null ? 'error' : 'info'
    findings.push(finding('row-test', severity, texts['row-test'](describe(test)), texts['row-test.advice']))
  }
  return findings
}

/** The newest refusal, unless the release was created after it. */
export function refusalFindings(facts: Facts, texts: Texts, language: Language): Finding[] {
  const { release, refusedRequests } = facts
  const [newest] = refusedRequests
  if (newest === undefined || (release !== null && newest.at < release.createdAt)) return []
  return [refusalFinding(newest, { texts, language, zone: zoneOf(facts, language), isServed: release !== null })]
}

interface Refusal {
  at: string
  status: number
  code: string | null
  faults: readonly { pointer: string }[]
}

export function refusalFinding(
  { at, status, code, faults }: Refusal,
  { texts, language, zone, isServed }: { texts: Texts; language: Language; zone: string; isServed: boolean },
): Finding {
  const values = { date: momentIn(language.lang, at, zone), error: errorText(language.lang, code), status }
  const fields = faults.map(({ pointer }) => pointer || '/').join(', ')
  const message = fields === '' ? texts['request-refused'](values) : texts['request-refused-at']({ ...values, fields })
  const page = `${language.publicUrl}/docs/errors${code === null ? '' : `/${code}`}`
  return finding('request-refused', isServed ? 'info' : 'error', message, texts['request-refused.advice']({ page }))
}

/** What an error code means, in the language. */
export function errorText(lang: string, code: string | null): string {
  const texts: Readonly<Record<string, string>> = messagesOf('requestErrors', lang)
  return code === null ? '–' : (texts[code] ?? texts.other ?? code)
}

/** The newest imports of a sender: a mail in quarantine, a file that could not be read, rows that failed. */
export const senderFindings = (imports: readonly ImportRun[], texts: Texts, { lang }: Language): Finding[] =>
  imports.flatMap(({ id: run, state, reason, fileName, receivedAt, counts, test }) => {
    const about = { date: momentIn(lang, receivedAt, 'UTC'), file: fileName ?? 'CSV' }
    const error = reason ?? '–'
    if (state === 'quarantined') {
      const message = texts['mail-quarantined']({ ...about, error })
      return [finding('mail-quarantined', 'error', message, texts['mail-quarantined.advice']({ run }))]
    }
    if (state === 'failed') {
      return [finding('file-failed', 'error', texts['file-failed']({ ...about, error }), texts['file-failed.advice'])]
    }
    if (test || counts.failed === 0) return []
    const message = texts['file-rows-failed']({ ...about, n: counts.failed })
    return [finding('file-rows-failed', 'warning', message, texts['row-failed.advice'])]
  })
