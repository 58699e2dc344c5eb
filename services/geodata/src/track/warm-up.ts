import { columnsOf } from '@guidebook/route-geometry'
import { jobs } from './track-jobs.ts'

const points = columnsOf(
  Array.from({ length: 5_000 }, (_, index) => ({
    lat: 46 + index / 50_000,
    lon: 10 + Math.sin(index / 40) / 100,
    ele: 800 + 300 * Math.sin(index / 90),
  })),
)

/** Often enough for the engine to have compiled the loops: a long track then takes half of the time. */
const times = 10

/** Does what the first long track would otherwise wait for. */
export function warmUp(): void {
  for (let time = 0; time < times; time++) {
    const { packed, bounds } = jobs.takeTrack(points)
    jobs.measureTrack(packed)
    jobs.waypointsJson(packed)
    jobs.featureGeometry(packed, bounds)
    jobs.trackGpx(packed, 'A track')
  }
}
