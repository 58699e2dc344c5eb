/** Where a fault is, as people read it. */
import type { PortalTexts } from '@guidebook/messages/portal'
import type { Formats } from './formats.ts'

type PlainText = { [Name in keyof PortalTexts]: PortalTexts[Name] extends string ? Name : never }[keyof PortalTexts]

/** The fields of requests that have a label, by the name of its text. */
const fieldsByLabel = {
  name: ['names', 'name'],
  title: ['titles', 'title'],
  description: ['descriptions', 'description'],
  comment: ['comment'],
  language: ['lang', 'defaultLang', 'language'],
  languages: ['languages'],
  timeZone: ['timeZone'],
  firstDay: ['startDate', 'startdate'],
  lastDay: ['endDate', 'enddate'],
  period: ['period'],
  arrival: ['arrivalDate', 'arrivaldate'],
  departure: ['departureDate', 'departuredate'],
  code: ['downloadCode'],
  sellerCode: ['sellerDownloadCode'],
  reseller: ['seller', 'resellerOid'],
  operator: ['operator'],
  account: ['account'],
  oid: ['oid'],
  customId: ['customId', 'externalId'],
  library: ['library', 'libraryCustomId', 'libraryExternalId'],
  guidebook: ['guidebook', 'guidebookId', 'guidebookExternalId', 'guidebookTemplateCustomId'],
  generalPart: ['generalInfo'],
  stages: ['stages', 'stage'],
  routes: ['routes'],
  route: ['track'],
  points: ['waypoints'],
  placesAlone: ['pois'],
  texts: ['texts', 'text'],
  auditAssets: ['assets', 'additionalAssets'],
  accommodation: ['accommodation'],
  latitude: ['lat'],
  longitude: ['lon', 'lng'],
  positioning: ['positioning'],
  icon: ['icon'],
  category: ['category'],
  tags: ['tags'],
  picture: ['image', 'imageBase64'],
  cover: ['cover'],
  pdfFile: ['pdfBase64'],
  paper: ['paper'],
  logo: ['logo'],
  primaryColor: ['primary'],
  secondaryColor: ['secondary'],
  emergencyPhone: ['emergencyPhone'],
  traveller: ['traveller'],
  devices: ['devices'],
  email: ['email'],
  role: ['role'],
  reason: ['reason'],
  address: ['url'],
} satisfies Partial<Record<PlainText, readonly string[]>>

const labels = new Map(
  Object.entries(fieldsByLabel).flatMap(([label, fields]) =>
    fields.map((field) => [field, label as keyof typeof fieldsByLabel] as const),
  ),
)

/** Fields that hold a text for each language, by its code. */
const inLanguages = new Set(['names', 'titles', 'descriptions'])

/** `/stages/1/titles/de` is "Stages › 2 › Title › German"; `/altitudeUp`, which has no label, is "altitude up". */
export const placeText = (pointer: string, t: PortalTexts, formats: Pick<Formats, 'language'>): string =>
  pointer
    .split('/')
    .slice(1)
    .map((step, index, steps) => {
      const name = step.replaceAll('~1', '/').replaceAll('~0', '~')
      if (/^\d+$/.test(name)) return String(Number(name) + 1)
      if (inLanguages.has(steps[index - 1] ?? '')) return formats.language(name)
      const label = labels.get(name)
      return label === undefined ? name.replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`) : t[label]
    })
    .join(' › ')
