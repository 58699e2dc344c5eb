import type { BuildInput, GuidebookContent, ItemContent } from '@guidebook/contracts'
import type { Warnings } from '../outcome/warnings.ts'
import type { BookContent, BookPoi, BookRoute, BookText, Figures, StatedFigures, TrackPart } from './book-content.ts'
import { placeDetails } from './place-details.ts'
import { type Content, type Find, missing } from './references.ts'

/** The content of a stored guidebook: shown by a plain release, extended by a customized one. */
export const contentOfGuidebook = ({
  titles,
  descriptions,
  cover,
  stages,
  generalInfo,
}: GuidebookContent): BookContent => ({
  titles,
  descriptions,
  cover,
  coverPointer: null,
  stages: stages
    .map((stage) => ({
      number: stage.number,
      titles: stage.titles,
      routes: stage.routes.map((item) => storedRoute(item)),
      pois: stage.pois.map((item) => storedPoi(item)),
      texts: stage.texts.map((item) => storedText(item)),
    }))
    .sort((one, other) => one.number - other.number),
  general: {
    routes: generalInfo.filter((item) => item.kind === 'route').map((item) => storedRoute(item)),
    pois: generalInfo.filter((item) => item.kind === 'poi').map((item) => storedPoi(item)),
    texts: generalInfo.filter((item) => item.kind === 'text').map((item) => storedText(item)),
  },
  stays: [],
})

const referenceOf = ({ item, ...named }: { externalId: string; libraryExternalId: string; item?: string }) => ({
  libraryCustomId: named.libraryExternalId,
  customId: named.externalId,
  ...(item === undefined ? {} : { item }),
})

/**
 * Adds the booking's accommodations, text pages and assets to the content of the original guidebook. An unknown reference adds a warning
 * and does not fail the build: the rest of the booking must reach the traveller.
 */
export function customize(
  content: BookContent,
  { accommodation, texts, assets }: Pick<BuildInput, 'accommodation' | 'texts' | 'assets'>,
  find: Find,
  warnings: Warnings,
): BookContent {
  // An asset of type GEO may be a library item of any kind.
  const added = assets.map((asset, index) => {
    const [reference, pointer] = [referenceOf(asset), `/additionalAssets/${index}`]
    const [route, poi, text] = [find('route', reference), find('poi', reference), find('text', reference)]
    if (!route && !poi && !text) missing(warnings, 'asset', reference, pointer)
    return {
      routes: route ? [storedRoute(route, pointer)] : [],
      pois: poi ? [storedPoi(poi, pointer)] : [],
      texts: text ? [storedText(text, pointer)] : [],
    }
  })
  const pages = texts.flatMap((page, index) => {
    const [reference, pointer] = [referenceOf(page), `/text/${index}`]
    const text = find('text', reference)
    return text ? [storedText(text, pointer)] : missing(warnings, 'text page', reference, pointer)
  })
  const stays = accommodation.flatMap(({ arrivalDate, departureDate, comment, ...stay }, index) => {
    const [reference, pointer] = [referenceOf(stay), `/accommodation/${index}`]
    const place = find('poi', reference)
    if (!place) return missing(warnings, 'accommodation', reference, pointer)
    const booked = { stageNumber: null, arrivalDate, departureDate, comment: comment || null }
    return [{ place: storedPoi(place, pointer), ...booked }]
  })
  const { general } = content
  return {
    ...content,
    general: {
      routes: [...general.routes, ...added.flatMap(({ routes }) => routes)],
      pois: [...general.pois, ...added.flatMap(({ pois }) => pois)],
      texts: [...general.texts, ...added.flatMap((asset) => asset.texts), ...pages],
    },
    stays: [...content.stays, ...stays],
  }
}

/** `pointer`: JSON Pointer into the request; null for an item of a stored guidebook. */
const common = ({ id, customId, names, descriptions, image }: ItemContent, pointer: string | null) => ({
  id,
  externalId: customId ?? id,
  pointer,
  names,
  descriptions,
  image,
})

export const storedRoute = (
  { role, ...item }: Content<'route'> & Pick<BookRoute, 'role'>,
  pointer: string | null = null,
): BookRoute => ({
  ...common(item, pointer),
  ...(role && { role }),
  icon: item.icon,
  color: item.color,
  parts: [storedTrack(item, pointer)],
  figures: figuresOf(item.attributes),
})

/** The track of a stored route, for example of a part of a group. */
export const storedTrack = (
  { id, customId, pointCount, ...item }: Content<'route'>,
  pointer: string | null = null,
): TrackPart => ({
  id,
  externalId: customId ?? id,
  pointer,
  points: pointCount,
  stated: statedFigures(item),
})

export const storedPoi = (item: Content<'poi'>, pointer: string | null = null): BookPoi => ({
  ...common(item, pointer),
  lat: item.lat,
  lon: item.lng,
  icon: item.icon,
  details: placeDetails(item.attributes),
})

export const storedText = (item: Content<'text'>, pointer: string | null = null): BookText => common(item, pointer)

/** A value that differs from the calculated one is an override. An equal override would change nothing. */
function statedFigures(item: Pick<Content<'route'>, 'attributes' | 'calculated'>): StatedFigures {
  const [effective, calculated] = [figuresOf(item.attributes), figuresOf(item.calculated)]
  const names = Object.keys(effective) as (keyof Figures)[]
  return { effective, overridden: names.filter((name) => effective[name] !== calculated[name]) }
}

/** Converts attributes, which are decimal strings in metres, kilometres and hours, to metres and seconds. */
function figuresOf(attributes: Content<'route'>['attributes']): Figures {
  const number = (text: string | null, factor: number): number | null => {
    const value = text === null || text.trim() === '' ? Number.NaN : Number(text)
    return Number.isFinite(value) ? value * factor : null
  }
  return {
    distanceMetres: number(attributes.routeDistance, 1000),
    ascentMetres: number(attributes.altitudeUp, 1),
    descentMetres: number(attributes.altitudeDown, 1),
    durationSeconds: number(attributes.time, 3600),
  }
}
