import type { AuditEntry, FoundRelease, ReleaseRecord } from '@guidebook/contracts'
import { type Cell, fields, moment, section, table } from '../output/layout.ts'
import type { Paint } from '../output/paint.ts'

const party = ({ oid, name, id }: ReleaseRecord['provider']): string => `${oid} ${name} (${id})`

/** A period; either end may be open. */
const days = (from: string | null, to: string | null): string | null =>
  from === null && to === null ? null : `${from ?? '?'} to ${to ?? '?'}`

function channels({ appEnabled, pdfEnabled, gpxEnabled }: ReleaseRecord): string {
  const on = Object.entries({ app: appEnabled, PDF: pdfEnabled, GPX: gpxEnabled }).filter(([, isOn]) => isOn)
  return on.length === 0 ? 'none' : on.map(([name]) => name).join(', ')
}

/** Highlights every state that blocks travellers. */
function stateOf({ record, revokedAt }: FoundRelease, paint: Paint): Cell {
  if (revokedAt !== null) return { text: `revoked ${moment(revokedAt)}`, paint: paint.bad }
  const marks = [record.disabled && 'disabled', record.locked && 'locked'].filter((mark) => mark !== false)
  return marks.length === 0 ? { text: 'open', paint: paint.good } : { text: marks.join(', '), paint: paint.warning }
}

function showRecord(found: FoundRelease, paint: Paint): string {
  const { record, kind } = found
  return fields(
    [
      ['Trip Link', { text: record.url, paint: paint.strong }],
      ['Title', record.bundleName],
      ['State', stateOf(found, paint)],
      ['Operator', party(record.provider)],
      ['Seller', record.seller === null ? null : party(record.seller)],
      ['Download code', record.downloadCode],
      ['Seller’s code', record.sellerDownloadCode],
      ['Number', record.id],
      ['Kind', kind],
      ['Guidebook', record.guidebookInternalId],
      ['Period', days(record.startdate, record.enddate)],
      ['Trip', days(record.arrivaldate, record.departuredate)],
      ['Language', record.lang],
      ['Devices', record.devices],
      ['Channels', channels(record)],
      ['Created', moment(record.creation)],
    ],
    paint,
  )
}

function showBuild({ build, published }: FoundRelease, paint: Paint): string {
  const paints = { waiting: paint.warning, running: paint.warning, completed: paint.good, failed: paint.bad }
  const shown = published === null ? 'nothing yet' : `build ${published.generation} of ${moment(published.at)}`
  const warnings = build.warnings.map(({ code, message }): [string, Cell] => [
    'Warning',
    { text: `${message} (${code})`, paint: paint.warning },
  ])
  return fields(
    [
      ['State', { text: build.state, paint: paints[build.state] }],
      ['Build', build.generation],
      ['Step', build.step === null ? null : `${build.step}, ${Math.round(build.percent)} %`],
      ['Requested', moment(build.requestedAt)],
      ['Finished', moment(build.finishedAt)],
      ['The link shows', shown],
      ...(build.message === null ? [] : [['Message', build.message] as const]),
      ...warnings,
    ],
    paint,
  )
}

export const auditRow = ({ at, severity, action, actor, message, requestId }: AuditEntry, paint: Paint): Cell[] => [
  moment(at),
  { text: severity, paint: { info: paint.faint, warning: paint.warning, error: paint.bad }[severity] },
  action,
  actor,
  message,
  requestId,
]

export const auditHeaders = ['AT', 'SEVERITY', 'ACTION', 'ACTOR', 'MESSAGE', 'REQUEST']

export const showRelease = (found: FoundRelease, paint: Paint): string =>
  [
    showRecord(found, paint),
    section('Newest build', showBuild(found, paint), paint),
    ...(found.audit.length === 0
      ? []
      : [
          section(
            'Audit log, newest first',
            table(
              auditHeaders,
              found.audit.map((entry) => auditRow(entry, paint)),
              paint,
            ),
            paint,
          ),
        ]),
  ].join('\n\n')
