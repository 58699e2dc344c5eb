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
import { inSameLanguages } from './languages.ts'
import { placeDetails } from './place-details.ts'
import { type Content, type Find, type Kind, missing, type Reference } from './references.ts'
import { storedPoi, storedRoute, storedText, storedTrack } from './stored-content.ts'

type Stage = StoredOnDemandRequest['guidebook']['stages'][number]
type SentRoute = NonNullable<Stage['routes']>[number]
type SentPoi = NonNullable<Stage['pois']>[number]
type SentText = NonNullable<Stage['texts']>[number]
type SentStay = NonNullable<NonNullable<StoredOnDemandRequest['booking']>['accommodation']>[number]

export interface OnDemandSource {
  request: StoredOnDemandRequest
  find: Find
  /** Provides title and cover if the request has none. */
  template: GuidebookContent | null
  /** Language of the texts in the request. */
  lang: string
  /** Language of the account. */
  defaultLang: string
  warnings: Warnings
}

/** The content of an on-demand request. An item that was deleted after the request was accepted adds a warning. */
export function contentOfRequest({ request, template, ...how }: OnDemandSource): BookContent {
  const { guidebook, booking } = request
  const read = reader(how)
  const all = <Sent, Made>(sent: readonly Sent[], list: string, one: (sent: Sent, pointer: string) => Made[]) =>
    sent.flatMap((item, index) => one(item, `${list}/${index}`))
  return {
    titles: guidebook.title ? { [how.lang]: guidebook.title } : (template?.titles ?? {}),
    descriptions: {},
    cover: guidebook.image ?? template?.cover ?? null,
    coverPointer: guidebook.image ? '/guidebook/imageBase64' : null,
    stages: guidebook.stages
      .map(({ number, title, routes = [], pois = [], texts = [] }, index) => ({
        number,
        titles: title ? { [how.lang]: title } : {},
        routes: all(routes, `/guidebook/stages/${index}/routes`, read.route),
        pois: all(pois, `/guidebook/stages/${index}/pois`, read.poi),
        texts: all(texts, `/guidebook/stages/${index}/texts`, read.text),
      }))
      .sort((one, other) => one.number - other.number),
    general: { routes: [], pois: [], texts: all(guidebook.generalInfo ?? [], '/guidebook/generalInfo', read.text) },
    stays: all(booking?.accommodation ?? [], '/booking/accommodation', read.stay),
  }
}

type SentTrack = NonNullable<SentRoute['content']>

/** A request that was stored before tracks were packed has waypoints instead. */
const decodeTrack = ({ track, pointCount, waypoints = [] }: SentTrack) =>
  track === undefined
    ? { packed: packTrack([waypoints]), points: waypoints.length }
    : { packed: Buffer.from(track, 'base64'), points: pointCount ?? 0 }

/** A request is read twice, first for its references; its tracks, of up to a million points, are decoded once. */
const decoded = new WeakMap<SentTrack, ReturnType<typeof decodeTrack>>()

const trackIn = (content: SentTrack) => {
  const track = decoded.get(content) ?? decodeTrack(content)
  decoded.set(content, track)
  return track
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

/** Functions that read an item of a request, which is at the pointer: each returns one result, or none if the item is missing. */
function reader({ find, lang, defaultLang, warnings }: Omit<OnDemandSource, 'request' | 'template'>) {
  const inline = (pointer: string, name: string, description = '') => ({
    id: null,
    externalId: name,
    pointer,
    names: { [lang]: name },
    descriptions: description === '' ? {} : { [lang]: description },
  })
  const stored = <K extends Kind>(kind: K, reference: Reference = {}, pointer: string): Content<K>[] => {
    const item = find(kind, reference)
    return item ? [item] : missing(warnings, kind, reference, pointer, 'no longer exists')
  }

  const poi = ({ content, libraryReference }: SentPoi, pointer: string): BookPoi[] => {
    if (!content) return stored('poi', libraryReference, pointer).map((item) => storedPoi(item, pointer))
    const { name, description, image = null, lat, lon, type, ...details } = content
    const about = { image, lat, lon, icon: poiIconOf(type), details: placeDetails(details) }
    return [{ ...inline(pointer, name, description), ...about }]
  }

  /** Joins the descriptions of all parts, in each language that all of them have: in the others, some would be lost. */
  const joinDescriptions = (name: string, parts: readonly { descriptions: Texts }[], pointer: string): Texts => {
    const joined: Record<string, string> = {}
    const descriptions = parts.map((part) => part.descriptions)
    const { texts: all, isMixed } = inSameLanguages(descriptions, lang, defaultLang)
    if (isMixed) {
      const message = `The descriptions of the parts of "${name}" have no common language and are shown in several.`
      warnings.add({ severity: 'info', code: 'language-missing', message, externalId: name, pointer })
    }
    for (const [code, text] of all.flatMap((texts) => Object.entries(texts))) {
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
    const members = parts.flatMap((part, index) => {
      const place = `${pointer}/group/parts/${index}`
      return stored('route', part, place).map((item) => ({ ...item, part: storedTrack(item, place) }))
    })
    const [first] = members
    if (!first) return []
    const image = members.find((item) => item.image)?.image ?? null
    const descriptions = joinDescriptions(name, members, pointer)
    const { icon, color } = first
    const tracks = members.map((member) => member.part)
    const figures = members.length === 1 ? storedRoute(first).figures : null
    return [{ ...inline(pointer, name), descriptions, image, icon, color, parts: tracks, figures }]
  }

  const route = ({ role, ...sent }: SentRoute, pointer: string): BookRoute[] =>
    routesOf(sent, pointer).map((one) => (role ? { ...one, role } : one))

  const routesOf = (sent: Omit<SentRoute, 'role'>, pointer: string): BookRoute[] => {
    const { content, group: sentGroup, libraryReference } = sent
    if (sentGroup) return group(sentGroup, pointer)
    if (!content) return stored('route', libraryReference, pointer).map((item) => storedRoute(item, pointer))
    const { name, description, image = null, type } = content
    const parts = [{ externalId: name, pointer, ...trackIn(content) }]
    const looks = { image, icon: routeIcons[type], color: null }
    return [{ ...inline(pointer, name, description), ...looks, parts, figures: null }]
  }

  const text = ({ content, libraryReference }: SentText, pointer: string): BookText[] =>
    content
      ? [{ ...inline(pointer, content.name, content.description), image: null }]
      : stored('text', libraryReference, pointer).map((item) => storedText(item, pointer))

  const stay = ({ content, libraryReference, ...booked }: SentStay, pointer: string): Stay[] => {
    const sent = content ? { content: { ...content, type: 'HOTEL' } } : { libraryReference }
    const { stageNumber = null, arrivalDate = null, departureDate = null, comment } = booked
    return poi(sent as SentPoi, pointer).map((place) => ({
      place,
      stageNumber,
      arrivalDate,
      departureDate,
      comment: comment || null,
    }))
  }

  return { route, poi, text, stay }
}
