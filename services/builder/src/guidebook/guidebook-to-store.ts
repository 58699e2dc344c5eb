import type { GuidebookToStore, StoredMember } from '@guidebook/contracts'
import type { BookContent, BookPoi, BookRoute, BookText } from '../content/book-content.ts'
import type { TripPlan } from '../trip/plan-trip.ts'

export interface StoreSource {
  account: string
  release: number
  generation: number
  content: BookContent
  plan: TripPlan
  /** The packed points of a route that came with the request, or was joined from parts. */
  trackOf(route: BookRoute): Uint8Array | null
}

/** The guidebook of one release as geodata keeps it: stored items by their ID, the others whole. */
export function guidebookToStore({
  account,
  release,
  generation,
  content,
  plan,
  trackOf,
}: StoreSource): GuidebookToStore {
  // A stay of several nights is stored once, where it begins.
  const staysOf = (stage: number | undefined) =>
    content.stays.filter((_, index) => plan.stays[index]?.[0] === stage).map(({ place }) => place)
  const routes = (all: readonly BookRoute[]) => all.flatMap((route) => routeMember(route, trackOf(route)))
  return {
    account,
    release,
    generation,
    customId: null,
    titles: content.titles,
    descriptions: content.descriptions,
    cover: content.cover,
    stages: content.stages.map((stage, index) => ({
      number: stage.number,
      titles: stage.titles,
      routes: routes(stage.routes),
      pois: unique([...stage.pois, ...staysOf(index)].map(poiMember)),
      texts: stage.texts.map(textMember),
    })),
    generalInfo: unique([
      ...routes(content.general.routes),
      ...[...content.general.pois, ...staysOf(undefined)].map(poiMember),
      ...content.general.texts.map(textMember),
    ]),
  }
}

const own = ({ names, descriptions, image }: BookText) => ({ names, descriptions, image })

/** A route without points could be stored by its ID only. */
function routeMember(route: BookRoute, track: Uint8Array | null): StoredMember[] {
  if (route.id !== null) return [{ id: route.id }]
  if (track === null) return []
  const packed = Buffer.from(track).toString('base64')
  return [{ item: { ...own(route), kind: 'route', color: route.color, icon: route.icon, track: packed } }]
}

const poiMember = (poi: BookPoi): StoredMember => {
  if (poi.id !== null) return { id: poi.id }
  const attributes = { ...(poi.phone ? { phone: poi.phone } : {}), ...(poi.web ? { web: poi.web } : {}) }
  return { item: { ...own(poi), kind: 'poi', lat: poi.lat, lng: poi.lon, icon: poi.icon, attributes } }
}

const textMember = (text: BookText): StoredMember =>
  text.id === null ? { item: { ...own(text), kind: 'text' } } : { id: text.id }

/** A hotel that is a place of the stage already stands there once. */
function unique(members: readonly StoredMember[]): StoredMember[] {
  const seen = new Set<string>()
  return members.filter(({ id }) => id === undefined || (!seen.has(id) && seen.add(id)))
}
