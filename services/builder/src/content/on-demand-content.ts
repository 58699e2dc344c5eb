import {
  type GuidebookContent,
  type PoiIcon,
  poiIcons,
  type RouteIcon,
  type StoredOnDemandRequest,
} from '@guidebook/contracts'
import { packTrack } from '@guidebook/route-geometry'
import type { Warnings } from '../outcome/warnings.ts'
import type { BookContent, BookPoi, BookRoute, BookText, Stay, Texts } from './book-content.ts'
import {
  asReference,
  type CollectedReferences,
  collectReferences,
  describe,
  type FoundItems,
  type Kind,
  nameOf,
  type Reference,
} from './references.ts'
import { storedPoi, storedRoute, storedText, storedTrack } from './stored-item.ts'

type Stage = StoredOnDemandRequest['guidebook']['stages'][number]
type SentRoute = NonNullable<Stage['routes']>[number]
type SentPoi = NonNullable<Stage['pois']>[number]
type SentText = NonNullable<Stage['texts']>[number]
type SentStay = NonNullable<NonNullable<StoredOnDemandRequest['booking']>['accommodation']>[number]

/** All library items that an on-demand request refers to. */
export function referencesOf({ guidebook, booking }: StoredOnDemandRequest): CollectedReferences {
  const references = collectReferences()
  const ask = (kind: Kind, reference: Parameters<typeof asReference>[0] | undefined) => {
    if (reference) references.add(kind, asReference(reference))
  }
  for (const { routes = [], pois = [], texts = [] } of guidebook.stages) {
    for (const route of routes) {
      ask('route', route.libraryReference)
      for (const part of route.group?.parts ?? []) ask('route', part)
    }
    for (const poi of pois) ask('poi', poi.libraryReference)
    for (const text of texts) ask('text', text.libraryReference)
  }
  for (const text of guidebook.generalInfo ?? []) ask('text', text.libraryReference)
  for (const stay of booking?.accommodation ?? []) ask('poi', stay.libraryReference)
  return references
}

export interface OnDemandSource {
  request: StoredOnDemandRequest
  found: FoundItems
  /** Provides title and cover if the request has none. */
  template: GuidebookContent | null
  /** Language of the texts in the request. */
  lang: string
  warnings: Warnings
}

/** A request that was stored before tracks were packed has waypoints instead. */
function trackIn({ track, pointCount, waypoints = [] }: NonNullable<SentRoute['content']>) {
  if (track === undefined) return { from: 'request' as const, packed: packTrack([waypoints]), points: waypoints.length }
  return { from: 'request' as const, packed: Buffer.from(track, 'base64'), points: pointCount ?? 0 }
}

/** The content of an on-demand request. An item that was deleted after the request was accepted adds a warning. */
export function contentOfRequest({ request, found, template, lang, warnings }: OnDemandSource): BookContent {
  const { guidebook, booking } = request
  const read = reader(found, lang, warnings)
  return {
    titles: guidebook.title ? { [lang]: guidebook.title } : (template?.titles ?? {}),
    descriptions: {},
    cover: guidebook.image ?? template?.cover ?? null,
    coverPointer: guidebook.image ? '/guidebook/imageBase64' : null,
    stages: guidebook.stages
      .map(({ number, title, routes = [], pois = [], texts = [] }, index) => ({
        number,
        titles: title ? { [lang]: title } : {},
        routes: routes.flatMap(read.route(`/guidebook/stages/${index}/routes`)),
        pois: pois.flatMap(read.poi(`/guidebook/stages/${index}/pois`)),
        texts: texts.flatMap(read.text(`/guidebook/stages/${index}/texts`)),
      }))
      .sort((one, other) => one.number - other.number),
    general: {
      routes: [],
      pois: [],
      texts: (guidebook.generalInfo ?? []).flatMap(read.text('/guidebook/generalInfo')),
    },
    stays: (booking?.accommodation ?? []).flatMap(read.stay('/booking/accommodation')),
  }
}

/** The interface's types are the icon names in upper case. */
const poiIconOf = (type: NonNullable<SentPoi['content']>['type']): PoiIcon =>
  poiIcons.find((icon) => icon.toUpperCase() === type) ?? 'generic'

const routeIcons: Record<NonNullable<SentRoute['content']>['type'], RouteIcon> = {
  CYCLING: 'cycling',
  HIKING: 'hiking',
  WALKING: 'walking',
  DRIVING: 'driving',
}

/** Longest description that geodata stores, characters. */
const longestDescription = 200_000

/** Readers for lists of a request: each takes the list's JSON Pointer and maps an item to one result, or to none if it is missing. */
function reader(found: FoundItems, lang: string, warnings: Warnings) {
  const inline = (pointer: string, name: string, description = '') => ({
    id: null,
    externalId: name,
    pointer,
    names: { [lang]: name },
    descriptions: description === '' ? {} : { [lang]: description },
  })
  const missing = (kind: Kind, reference: Reference, pointer: string): [] => {
    warnings.add({
      severity: 'error',
      code: 'reference-missing',
      message: `The ${kind} ${describe(reference)} no longer exists and was left out.`,
      externalId: nameOf(reference),
      pointer,
    })
    return []
  }

  const poi = ({ content, libraryReference }: SentPoi, pointer: string): BookPoi[] => {
    if (content) {
      const { name, description, image = null, lat, lon, phone = null, web = null, type } = content
      return [{ ...inline(pointer, name, description), image, lat, lon, phone, web, icon: poiIconOf(type) }]
    }
    const reference = asReference(libraryReference ?? {})
    const item = found.find('poi', reference)
    return item ? [storedPoi(item, pointer)] : missing('poi', reference, pointer)
  }

  /** Joins the descriptions of all parts, in each language. */
  const joinDescriptions = (name: string, parts: readonly { descriptions: Texts }[], pointer: string): Texts => {
    const joined: Record<string, string> = {}
    for (const [code, text] of parts.flatMap(({ descriptions }) => Object.entries(descriptions))) {
      const longer = joined[code] ? `${joined[code]}<br>${text}` : text
      if (longer.length <= longestDescription) joined[code] = longer
      else {
        const message = `The descriptions of the parts of "${name}" are too long to be joined; some were left out.`
        warnings.add({ code: 'description-too-long', message, externalId: name, pointer })
      }
    }
    return joined
  }

  const group = ({ name, parts }: NonNullable<SentRoute['group']>, pointer: string): BookRoute[] => {
    const members = parts.flatMap((part, i) => {
      const place = `${pointer}/group/parts/${i}`
      const item = found.find('route', part)
      return item ? [{ item, track: storedTrack(item, place) }] : missing('route', part, place)
    })
    const items = members.map(({ item }) => item)
    const [first] = items
    if (!first) return []
    const track = { from: 'group' as const, parts: members.map(({ track }) => track) }
    const image = items.find((item) => item.image)?.image ?? null
    const descriptions = joinDescriptions(name, items, pointer)
    return [
      { ...inline(pointer, name), descriptions, image, icon: first.icon, color: first.color, track, figures: null },
    ]
  }

  const route = ({ content, group: sentGroup, libraryReference }: SentRoute, pointer: string): BookRoute[] => {
    if (content) {
      const { name, description, image = null, type } = content
      const track = trackIn(content)
      return [
        { ...inline(pointer, name, description), image, icon: routeIcons[type], color: null, track, figures: null },
      ]
    }
    if (sentGroup) return group(sentGroup, pointer)
    const reference = asReference(libraryReference ?? {})
    const item = found.find('route', reference)
    return item ? [storedRoute(item, pointer)] : missing('route', reference, pointer)
  }

  const text = ({ content, libraryReference }: SentText, pointer: string): BookText[] => {
    if (content) return [{ ...inline(pointer, content.name, content.description), image: null }]
    const reference = asReference(libraryReference ?? {})
    const item = found.find('text', reference)
    return item ? [storedText(item, pointer)] : missing('text', reference, pointer)
  }

  const stay = ({ content, libraryReference, ...booked }: SentStay, pointer: string): Stay[] => {
    const sent = content ? { content: { ...content, type: 'HOTEL' } } : { libraryReference }
    const place = poi(sent as SentPoi, pointer)
    return place.map((one) => ({
      place: one,
      stageNumber: booked.stageNumber ?? null,
      arrivalDate: booked.arrivalDate ?? null,
      departureDate: booked.departureDate ?? null,
      comment: booked.comment || null,
    }))
  }

  const inList =
    <Sent, Made>(read: (sent: Sent, pointer: string) => Made[]) =>
    (list: string) =>
    (sent: Sent, index: number): Made[] =>
      read(sent, `${list}/${index}`)
  return { route: inList(route), poi: inList(poi), text: inList(text), stay: inList(stay) }
}
