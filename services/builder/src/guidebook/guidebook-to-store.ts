import type { GuidebookToStore, StoredMember, StoredStageRoute } from '@guidebook/contracts'
import type { BookPoi, BookRoute, BookText } from '../content/book-content.ts'
import { attributesOf } from '../content/place-details.ts'
import type { BuildId } from '../outcome/build.ts'
import type { Trip } from '../trip/plan-trip.ts'

/** A release's guidebook for geodata: stored items by their ID, inline items with their content. */
export function guidebookToStore(
  { content, plan, loaded }: Trip,
  { account, release, generation }: BuildId,
): GuidebookToStore {
  // A stay of several nights is stored once, at its first stage.
  const staysOf = (stage: number | undefined) =>
    content.stays.filter((_, index) => plan.stays[index]?.[0] === stage).map(({ place }) => place)
  const routes = (all: readonly BookRoute[]) => all.flatMap((route) => routeMember(route, loaded.get(route)?.track))
  const stageRoutes = (all: readonly BookRoute[]): StoredStageRoute[] =>
    all.flatMap((route) => routes([route]).map((member) => (route.role ? { ...member, role: route.role } : member)))
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
      routes: stageRoutes(stage.routes),
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

/** An inline route without points is left out. */
function routeMember(route: BookRoute, track: Uint8Array | undefined): StoredMember[] {
  if (route.id !== null) return [{ id: route.id }]
  if (track === undefined) return []
  const packed = Buffer.from(track).toString('base64')
  return [{ item: { ...own(route), kind: 'route', color: route.color, icon: route.icon, track: packed } }]
}

const poiMember = (poi: BookPoi): StoredMember => {
  if (poi.id !== null) return { id: poi.id }
  const attributes = attributesOf(poi.details)
  return { item: { ...own(poi), kind: 'poi', lat: poi.lat, lng: poi.lon, icon: poi.icon, attributes } }
}

const textMember = (text: BookText): StoredMember =>
  text.id === null ? { item: { ...own(text), kind: 'text' } } : { id: text.id }

/** Removes duplicates: a hotel may also be a POI of the stage. */
function unique(members: readonly StoredMember[]): StoredMember[] {
  const seen = new Set<string>()
  return members.filter(({ id }) => id === undefined || (!seen.has(id) && seen.add(id)))
}
