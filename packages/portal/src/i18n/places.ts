/** Where a fault is, as people read it. */
import type { PortalTexts } from '@guidebook/messages/portal'
import type { Formats } from './formats.ts'

type PlainText = { [Name in keyof PortalTexts]: PortalTexts[Name] extends string ? Name : never }[keyof PortalTexts]

/** Fields whose label has another name than the field, or whose name may be a field's or not. */
const labels: Readonly<Record<string, PlainText>> = {
  ...{ names: 'name', name: 'name', titles: 'title', title: 'title', descriptions: 'description', comment: 'comment' },
  ...{ lang: 'language', defaultLang: 'language', language: 'language', languages: 'languages', timeZone: 'timeZone' },
  ...{ startDate: 'firstDay', startdate: 'firstDay', endDate: 'lastDay', enddate: 'lastDay', period: 'period' },
  ...{ arrivalDate: 'arrival', arrivaldate: 'arrival', departureDate: 'departure', departuredate: 'departure' },
  ...{ downloadCode: 'code', sellerDownloadCode: 'sellerCode', seller: 'reseller', resellerOid: 'reseller' },
  ...{ customId: 'customId', externalId: 'customId', libraryCustomId: 'library', libraryExternalId: 'library' },
  ...{ library: 'library', guidebook: 'guidebook', guidebookId: 'guidebook', guidebookExternalId: 'guidebook' },
  ...{ guidebookTemplateCustomId: 'guidebook', stages: 'stages', stage: 'stages', generalInfo: 'generalPart' },
  ...{ routes: 'routes', pois: 'placesAlone', texts: 'texts', text: 'texts', assets: 'auditAssets' },
  ...{ additionalAssets: 'auditAssets', accommodation: 'accommodation', track: 'route', waypoints: 'points' },
  ...{ lat: 'latitude', lon: 'longitude', lng: 'longitude', icon: 'icon', category: 'category', tags: 'tags' },
  ...{ image: 'picture', imageBase64: 'picture', cover: 'cover', pdfBase64: 'pdfFile', traveller: 'traveller' },
  ...{ devices: 'devices', email: 'email', role: 'role', reason: 'reason', oid: 'oid', url: 'address', logo: 'logo' },
  ...{ primary: 'primaryColor', secondary: 'secondaryColor', emergencyPhone: 'emergencyPhone', paper: 'paper' },
  ...{ description: 'description', operator: 'operator', account: 'account', positioning: 'positioning' },
}

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
      const label = Object.hasOwn(labels, name) ? labels[name] : undefined
      return label === undefined ? name.replace(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`) : t[label]
    })
    .join(' › ')
