import { operations } from '@guidebook/contracts'
import { ServiceError } from '@guidebook/service-kit'
import pLimit from 'p-limit'
import type { BookContent, BookRoute, Figures, StatedFigures, TrackPart } from '../content/book-content.ts'
import type { Build } from '../context.ts'
import { FatalBuildError } from '../outcome/failures.ts'
import type { Warnings } from '../outcome/warnings.ts'
import type { PreparedRoute } from '../track/prepare-routes.ts'

/** Points, packed, and figures of each route; null: its track is missing. */
export type LoadedTracks = ReadonlyMap<BookRoute, { track: Uint8Array; figures: Figures } | null>

type Part = Pick<TrackPart, 'externalId' | 'pointer'> & { packed: Uint8Array; stated: StatedFigures | null }

/** Tracks read at the same time. */
const concurrency = 6

/** Most track points of a book: bounds the memory of a worker. */
export const mostPoints = 1_000_000

/**
 * Reads each track once, joins the parts of groups and calculates missing figures. Null: the track is missing, which adds a warning. Throws
 * `FatalBuildError` for more than `mostPoints`.
 */
export async function loadTracks(content: BookContent, build: Build): Promise<LoadedTracks> {
  const routes = [...content.stages, content.general].flatMap((section) => section.routes)
  if (routes.flatMap(({ parts }) => parts).reduce((sum, { points }) => sum + points, 0) > mostPoints) {
    const message = `The routes of the guidebook have more than ${mostPoints} points together, which is too many for one book. Split the guidebook.`
    throw new FatalBuildError('content-too-large', message)
  }
  const stored = await readTracks(routes, build)
  const loaded = new Map<BookRoute, { track: Uint8Array; figures: Figures } | null>()
  const unprepared: { route: BookRoute; parts: Part[] }[] = []
  for (const route of routes) {
    const parts = route.parts.flatMap((part): Part[] => {
      const packed = 'packed' in part ? part.packed : stored.get(part.id)
      return packed ? [{ ...part, packed, stated: 'stated' in part ? part.stated : null }] : []
    })
    const [first] = parts
    if (!first) loaded.set(route, null)
    else if (route.figures) loaded.set(route, { track: first.packed, figures: route.figures })
    else unprepared.push({ route, parts })
  }
  if (unprepared.length === 0) return loaded
  const prepared = await build.renderer.run(
    'prepareRoutes',
    unprepared.map(({ route, parts }) => ({
      parts: parts.map(({ packed }) => packed),
      icon: route.icon,
      stated: parts.map(({ stated }) => stated),
    })),
  )
  unprepared.forEach(({ route, parts }, index) => {
    const result = prepared[index]
    if (!result) return
    loaded.set(route, result)
    warnOfGaps(route, parts, result, build.warnings)
  })
  return loaded
}

/** The stored tracks by their IDs. */
async function readTracks(routes: readonly BookRoute[], build: Build): Promise<Map<string, Uint8Array | null>> {
  const wanted = new Map(
    routes.flatMap(({ parts }) => parts.flatMap((part) => ('id' in part ? [[part.id, part]] : []))),
  )
  return new Map(await pLimit(concurrency).map(wanted, async ([id, part]) => [id, await readTrack(id, part, build)]))
}

async function readTrack(
  id: string,
  { externalId, pointer }: TrackPart,
  { account, geodata, warnings, signal }: Build,
): Promise<Uint8Array | null> {
  try {
    const stream = await geodata.stream(operations.readTrack, { params: { item_id: id }, query: { account }, signal })
    return Buffer.concat(await stream.toArray({ signal }))
  } catch (error) {
    if (!(error instanceof ServiceError && error.status === 404)) throw error
    warnings.add({
      severity: 'error',
      code: 'track-missing',
      message: 'The points of the route could not be read; it is shown without its line.',
      externalId,
      pointer,
    })
    return null
  }
}

function warnOfGaps(route: BookRoute, parts: readonly Part[], { gaps }: PreparedRoute, warnings: Warnings): void {
  for (const { afterPart, distanceM } of parts.length > 1 ? gaps : []) {
    const [before, after] = [parts[afterPart], parts[afterPart + 1]]
    warnings.add({
      code: 'route-gap',
      message: `The route "${route.externalId}" has a gap of ${Math.round(distanceM)} m between its parts ${before?.externalId} and ${after?.externalId}.`,
      externalId: after?.externalId ?? route.externalId,
      pointer: after?.pointer ?? route.pointer,
    })
  }
}
