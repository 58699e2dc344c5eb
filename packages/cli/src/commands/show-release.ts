import type { AuditEntry, FoundRelease, ReleaseRecord } from '@guidebook/contracts'
import { type Block, blocks, type Cell, fields, moment, section, strong, table } from '../output/layout.ts'

const party = ({ oid, name, id }: ReleaseRecord['provider']): string => `${oid} ${name} (${id})`

/** A period; either end may be open. */
const days = (from: string | null, to: string | null): string | null =>
  from === null && to === null ? null : `${from ?? '?'} to ${to ?? '?'}`

function channels({ appEnabled, pdfEnabled, gpxEnabled }: ReleaseRecord): Cell {
  const all = Object.entries({ app: appEnabled, PDF: pdfEnabled, GPX: gpxEnabled })
  const text = all.map(([name, isOn]) => `${name} ${isOn ? 'on' : 'off'}`).join(', ')
  return all.every(([, isOn]) => isOn) ? text : { text, style: 'warning' }
}

/** The last day is open to its end. On the day of a change of the clocks this is an hour off. */
const dayMs = 86_400_000

/** What travellers get now; highlights every state that blocks them. */
export function stateOf({ record, revokedAt }: Pick<FoundRelease, 'record' | 'revokedAt'>, now = new Date()): Cell {
  if (revokedAt !== null) return { text: `revoked ${moment(revokedAt)}`, style: 'bad' }
  const locked = record.locked ? ', locked' : ''
  if (record.disabled) return { text: `disabled${locked}`, style: 'warning' }
  if (now.getTime() < record.startDatetime) return { text: `opens on ${record.startdate}${locked}`, style: 'warning' }
  if (now.getTime() >= record.endDatetime + dayMs)
    return { text: `ended on ${record.enddate}${locked}`, style: 'warning' }
  return { text: `open${locked}`, style: record.locked ? 'warning' : 'good' }
}

const buildStyles = { waiting: 'warning', running: 'warning', completed: 'good', failed: 'bad' } as const

const showBuild = ({ build, published }: FoundRelease): Block =>
  fields({
    State: { text: build.state, style: buildStyles[build.state] },
    Build: build.generation,
    Step: build.step === null ? null : `${build.step}, ${Math.round(build.percent)} %`,
    Requested: moment(build.requestedAt),
    Finished: moment(build.finishedAt),
    'The link shows': published === null ? 'nothing yet' : `build ${published.generation} of ${moment(published.at)}`,
    ...(build.message !== null && { Message: build.message }),
    ...Object.fromEntries(
      build.warnings.map(({ code, message }, index): [string, Cell] => [
        `Warning ${index + 1}`,
        { text: `${message} (${code})`, style: 'warning' },
      ]),
    ),
  })

const auditStyles = { info: 'faint', warning: 'warning', error: 'bad' } as const

export const auditRow = ({ at, severity, action, actor, message, requestId }: AuditEntry): Cell[] => [
  moment(at),
  { text: severity, style: auditStyles[severity] },
  action,
  actor,
  message,
  requestId,
]

export const auditHeaders = ['AT', 'SEVERITY', 'ACTION', 'ACTOR', 'MESSAGE', 'REQUEST']

export const showRelease = (found: FoundRelease): Block => {
  const { record, kind, audit } = found
  return blocks(
    fields({
      'Trip Link': strong(record.url),
      Title: record.bundleName,
      State: stateOf(found),
      Operator: party(record.provider),
      Seller: record.seller && party(record.seller),
      'Download code': record.downloadCode,
      'Seller’s code': record.sellerDownloadCode,
      Number: record.id,
      Kind: kind,
      Guidebook: record.guidebookInternalId,
      Period: days(record.startdate, record.enddate),
      Trip: days(record.arrivaldate, record.departuredate),
      Language: record.lang,
      Devices: record.devices,
      Channels: channels(record),
      Created: moment(record.creation),
    }),
    section('Newest build', showBuild(found)),
    audit.length === 0 ? null : section('Audit log, newest first', table(auditHeaders, audit.map(auditRow))),
  )
}
