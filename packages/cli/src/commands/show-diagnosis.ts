/** The diagnosis for people: first the findings, then the facts behind them. */
import type { DiagnosedRelease, Diagnosis, Finding, SupportDiagnosis } from '@guidebook/contracts'
import { type Block, blocks, type Cell, fields, moment, type Style, section, strong, table } from '../output/layout.ts'
import { auditHeaders, auditRow } from './show-release.ts'

const styles: Readonly<Record<Finding['severity'], Style>> = {
  ok: 'good',
  info: 'faint',
  warning: 'warning',
  error: 'bad',
}

/** A table with a heading; null when it has no rows. */
const listed = (title: string, headers: readonly string[], rows: readonly Cell[][]): Block | null =>
  rows.length === 0 ? null : section(title, table(headers, rows))

const showFindings = (findings: readonly Finding[]): Block | null =>
  listed(
    'Why',
    ['', 'FOUND', 'CODE'],
    findings.map(({ severity, message, code }) => [{ text: severity, style: styles[severity] }, message, code]),
  )

/** The advice of all findings, without repetitions. */
export function adviceOf({ findings, diagnoses }: SupportDiagnosis): string[] {
  const all = [...findings, ...diagnoses.flatMap((one) => one.findings)]
  return [...new Set(all.flatMap(({ advice }) => (advice === null ? [] : [advice])))]
}

export const showAnswer = (answer: SupportDiagnosis): (Block | null)[] => [
  showFindings(answer.findings),
  listed(
    'Requests',
    ['AT', 'STATUS', 'ERROR', 'METHOD', 'PATH', 'CODE', 'ACCOUNT'],
    answer.requests.map((one) => [
      moment(one.at),
      one.status,
      one.error,
      one.method,
      one.path,
      one.downloadCode,
      one.account,
    ]),
  ),
  ...answer.diagnoses.map(showDiagnosis),
  listed(
    'Imports of this sender',
    ['RECEIVED', 'STATE', 'FILE', 'CREATED', 'CHANGED', 'FAILED', 'REASON', 'RUN'],
    answer.imports.map(({ receivedAt, state, fileName, counts, reason, id }) => [
      moment(receivedAt),
      state,
      fileName,
      counts.created,
      counts.changed,
      counts.failed,
      reason,
      id,
    ]),
  ),
  showMails('Mails to this address', answer.mails),
]

function showDiagnosis(diagnosis: Diagnosis): Block {
  const { release, importRows, refusedRequests, webhook, mails, findings } = diagnosis
  return blocks(
    release && showRelease(release, diagnosis),
    showFindings(findings),
    listed(
      'Rows of CSV files',
      ['RECEIVED', 'STATUS', 'TEST', 'FILE', 'ROW', 'SENDER', 'ERRORS', 'RUN'],
      importRows.map(({ receivedAt, status, test, fileName, row, sender, errors, run }) => [
        moment(receivedAt),
        status,
        test,
        fileName,
        row,
        sender,
        errors.map(({ message }) => message).join(' '),
        run,
      ]),
    ),
    listed(
      'Refused requests',
      ['AT', 'STATUS', 'ERROR', 'FIELDS', 'REQUEST'],
      refusedRequests.map(({ at, status, code, faults, requestId }) => [
        moment(at),
        status,
        code,
        faults.map(({ pointer }) => pointer).join(' '),
        requestId,
      ]),
    ),
    listed(
      'Deliveries to the seller',
      ['MADE', 'STATE', 'ATTEMPTS', 'LAST', 'OUTCOME', 'NEXT'],
      (webhook?.deliveries ?? []).map((one) => [
        moment(one.createdAt),
        one.state,
        one.attempts,
        moment(one.lastAttemptAt),
        one.lastStatus === null ? one.lastOutcome : `${one.lastOutcome} (${one.lastStatus})`,
        moment(one.nextAttemptAt),
      ]),
    ),
    showMails('Mails', mails),
    listed(
      'Devices',
      ['NAME', 'REGISTERED', 'ID'],
      (release?.devices.newest ?? []).map(({ name, registeredAt, id }) => [name, moment(registeredAt), id]),
    ),
    listed('Latest changes', auditHeaders, (release?.changes ?? []).map(auditRow)),
  )
}

const showMails = (title: string, mails: Diagnosis['mails']): Block | null =>
  listed(
    title,
    ['MADE', 'STATE', 'ATTEMPTS', 'TO', 'SUBJECT', 'ERROR'],
    mails.map(({ createdAt, state, attempts, to, subject, lastError }) => [
      moment(createdAt),
      state,
      attempts,
      to,
      subject,
      lastError,
    ]),
  )

function showRelease(release: DiagnosedRelease, { builder }: Diagnosis): Block {
  const { period, channels, build, published, devices, usage, operator, seller } = release
  const channel = ([name, { enabled, available }]: [string, { enabled: boolean; available: boolean }]) =>
    `${name} ${enabled ? (available ? 'on' : 'on, not built') : 'off'}`
  return fields({
    'Trip Link': strong(release.url),
    Title: release.title,
    'Download code': release.downloadCode,
    'Seller’s code': release.sellerDownloadCode,
    Operator: `${operator.oid} ${operator.name}`,
    Seller: seller && `${seller.oid} ${seller.name}`,
    Period: `${period.start} to ${period.end} (${period.timeZone}, today ${period.today})`,
    Channels: Object.entries(channels).map(channel).join('; '),
    Build: `${build.generation}: ${build.state}${build.message === null ? '' : `, ${build.message}`}`,
    ...(builder !== null && builder.attempts > 0 && { 'Failed attempts': builder.attempts }),
    'The link shows':
      published === null ? 'no documents yet' : `build ${published.generation} of ${moment(published.at)}`,
    Devices: `${devices.registered} of ${devices.limit}`,
    Use: usage === null ? 'not counted' : describeUsage(usage),
  })
}

function describeUsage({
  pageViews,
  roadbookDownloads,
  gpxDownloads,
  appDownloads,
  lastDay,
}: NonNullable<DiagnosedRelease['usage']>): string {
  const counts = `page ${pageViews}, PDF ${roadbookDownloads}, GPX ${gpxDownloads}, app ${appDownloads}`
  return lastDay === null ? counts : `${counts}; last on ${lastDay}`
}
