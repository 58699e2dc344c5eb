import { fileURLToPath } from 'node:url'
import type { TrackColumns } from '@guidebook/route-geometry'
import type { Component, Logger } from '@guidebook/service-kit'
import { Piscina } from 'piscina'
import { type JobInput, runJob, type TrackJobs } from './track-jobs.ts'

/** Up to some 2,000 points a track is worked on where it is: a millisecond. */
const isSmall = (track: Uint8Array | TrackColumns): boolean =>
  track instanceof Uint8Array ? track.length <= 16 * 1024 : track.lat.length <= 2_000

/** The bundle puts the worker beside the program, the sources have it beside this file. */
const workerFile = fileURLToPath(
  new URL(import.meta.url.endsWith('.ts') ? './track-worker.ts' : './track-worker.js', import.meta.url),
)

/** Does the work of `track-jobs.ts`; long tracks go to worker threads, so that no request waits for another's points. */
export interface TrackDesk {
  run<Name extends keyof TrackJobs>(name: Name, ...input: JobInput<Name>): Promise<ReturnType<TrackJobs[Name]>>
  component: Component
}

export const createTrackDesk = ({ threads, log }: { threads: number; log: Logger }): TrackDesk => {
  const pool = new Piscina({ filename: workerFile, minThreads: 1, maxThreads: threads, idleTimeout: 60_000 })
  const warm = () =>
    pool
      .run(undefined, { name: 'warmUp' })
      .catch((err: unknown) => log.warn({ err }, 'a track worker did not get warm'))
  return {
    run: async (name, ...input) => {
      const order = { name, input }
      const result = isSmall(input[0]) ? runJob(order) : await pool.run(order)
      return result as ReturnType<TrackJobs[typeof name]>
    },
    component: { name: 'track workers', start: async () => void warm(), stop: () => pool.close() },
  }
}
