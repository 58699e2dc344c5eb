import { distanceM } from '@guidebook/route-geometry'

interface Position {
  lat: number
  lon: number
}

/** A hotel within this distance (metres) of a stage's end is at its destination. */
const destinationM = 3_000

/** Indices of the stages that end at a place, the nearest first. */
export function stagesEndingNear(place: Position, stages: readonly { end: Position | null }[]): number[] {
  return stages
    .flatMap(({ end }, index) => (end === null ? [] : [{ index, distance: distanceM(end, place) }]))
    .filter(({ distance }) => distance <= destinationM)
    .sort((one, other) => one.distance - other.distance)
    .map(({ index }) => index)
}
