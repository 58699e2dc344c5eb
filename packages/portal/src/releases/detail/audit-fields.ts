/** The fields of the audit log, as people read them. */
import type { AccommodationRecord } from '@guidebook/client'
import type { AuditField } from '@guidebook/contracts'
import type { PortalTexts } from '@guidebook/messages/portal'
import { type Formats, tripDays } from '../../i18n/formats.ts'
import { stepText } from '../../ui/build-steps.ts'

type PlainText = { [Name in keyof PortalTexts]: PortalTexts[Name] extends string ? Name : never }[keyof PortalTexts]

/** Does not compile without a label for each field. */
const labels: Record<AuditField, PlainText> = {
  downloadCode: 'code',
  sellerDownloadCode: 'sellerCode',
  seller: 'reseller',
  guidebook: 'guidebook',
  title: 'title',
  lang: 'language',
  devices: 'devices',
  startDate: 'firstDay',
  endDate: 'lastDay',
  arrivalDate: 'arrival',
  departureDate: 'departure',
  accommodation: 'accommodation',
  texts: 'texts',
  assets: 'auditAssets',
  kind: 'kind',
  customized: 'kindCustomized',
  positioning: 'positioning',
  appEnabled: 'app',
  pdfEnabled: 'pdf',
  gpxEnabled: 'gpx',
  disabled: 'closeLink',
  locked: 'lock',
  sourceGuidebook: 'guidebook',
  sourceCustomId: 'auditGuidebookId',
  sourceVersion: 'auditGuidebookVersion',
  generation: 'auditBuild',
  contentVersion: 'auditContentVersion',
  pages: 'auditPages',
  durationMs: 'duration',
  steps: 'auditSteps',
  willRetry: 'auditWillRetry',
  externalId: 'customId',
  pointer: 'auditPlace',
  id: 'auditId',
  name: 'name',
  traveller: 'traveller',
  from: 'onTourFrom',
  until: 'until',
  bytes: 'size',
}

const isAuditField = (name: string): name is AuditField => Object.hasOwn(labels, name)

/** A field of a newer service has its raw name. */
export const labelOf = (name: string, t: PortalTexts): string => (isAuditField(name) ? t[labels[name]] : name)

/** Other texts may look like a day: travellers choose the names of their devices. */
const days: ReadonlySet<string> = new Set<AuditField>([
  'startDate',
  'endDate',
  'arrivalDate',
  'departureDate',
  'from',
  'until',
])

const kinds = { plain: 'kindPlain', customized: 'kindCustomized', 'on-demand': 'kindOnDemand' } as const

/** A kind of a newer service has its raw name. */
export const kindText = (kind: string, t: PortalTexts): string =>
  Object.hasOwn(kinds, kind) ? t[kinds[kind as keyof typeof kinds]] : kind

/** Parts of a list are on lines of their own. */
export function shownValue(name: string, value: unknown, t: PortalTexts, formats: Formats): string {
  const seconds = (ms: number) =>
    formats.number(ms / 1000, { style: 'unit', unit: 'second', maximumFractionDigits: ms < 10_000 ? 1 : 0 })
  if (value === null || value === undefined || value === '') return '–'
  if (typeof value === 'boolean') return value ? t.yes : t.no
  if (typeof value === 'number') {
    if (name === 'bytes') return formats.bytes(value)
    if (name === 'durationMs') return seconds(value)
    return name === 'devices' || name === 'pages' ? formats.number(value) : String(value)
  }
  if (typeof value === 'string') {
    if (name === 'lang') return formats.language(value)
    if (name === 'kind') return kindText(value, t)
    return days.has(name) ? formats.day(value) : value
  }
  if (!Array.isArray(value)) return JSON.stringify(value)
  if (value.length === 0) return t.auditNothing
  if (name === 'steps')
    return value.map(({ step, ms }) => t.labelled({ label: stepText(step, t), value: seconds(ms) })).join('\n')
  if (name === 'accommodation') return value.map((stay) => stayOf(stay, t, formats)).join('\n')
  return value.map((entry) => String(entry?.externalId ?? JSON.stringify(entry))).join('\n')
}

function stayOf(
  { name, externalId, arrivalDate = null, departureDate = null }: Partial<AccommodationRecord>,
  t: PortalTexts,
  formats: Formats,
): string {
  return [name ?? externalId ?? '–', tripDays(arrivalDate, departureDate, t, formats)].filter(Boolean).join(', ')
}
