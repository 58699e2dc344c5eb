import { fileURLToPath } from 'node:url'
import type { TrackColumns } from '@guidebook/route-geometry'
import { type Component, FairSemaphore, type Logger } from '@guidebook/service-kit'
import { Piscina } from 'piscina'
import { type JobInput, runJob, type TrackJobs } from './track-jobs.ts'

/** Tracks of up to some 2,000 points take a millisecond and are worked on in place. */
const isSmall = (track: Uint8Array | TrackColumns): boolean =>
  track instanceof Uint8Array ? track.length <= 16 * 1024 : track.lat.length <= 2_000

/** The bundle puts the worker beside the program, the sources have it beside this file. */
const workerFile = fileURLToPath(
  new URL(import.meta.url.endsWith('.ts') ? './track-worker.ts' : './track-worker.js', import.meta.url),
)

/** Jobs that may wait for a thread, of all accounts together. */
const mostWaiting = 200
/** Milliseconds that a job waits for a thread at most. */
const waitMs = 20_000

/** For whom a job is done. */
export interface JobOwner {
  account: string
  /** Ends the wait for a thread when the client has left. */
  signal?: AbortSignal
}

/** Does the work of `track-jobs.ts`; long tracks go to worker threads, which the accounts share fairly. */
export interface TrackWorkerPool {
  /** Rejects with NoShareError (503) when no thread became free. */
  run<Name extends keyof TrackJobs>(
    name: Name,
    owner: JobOwner,
    ...input: JobInput<Name>
  ): Promise<ReturnType<TrackJobs[Name]>>
  component: Component
}

export const createTrackWorkerPool = ({ threads, log }: { threads: number; log: Logger }): TrackWorkerPool => {
  const pool = new Piscina({ filename: workerFile, minThreads: 1, maxThreads: threads, idleTimeout: 60_000 })
  // A job takes a fraction of a second, so an account may use all threads: the next free one goes to another account that waits.
  const shares = new FairSemaphore({ places: threads, perOwner: threads, mostWaiting, waitMs })
  const warm = () =>
    pool
      .run(undefined, { name: 'warmUp' })
      .catch((err: unknown) => log.warn({ err }, 'a track worker could not be warmed up'))
  return {
    run: async (name, { account, signal }, ...input) => {
      const order = { name, input }
      const result = isSmall(input[0]) ? runJob(order) : await shares.run(account, () => pool.run(order), signal)
      return result as ReturnType<TrackJobs[typeof name]>
    },
    component: { name: 'track workers', start: async () => void warm(), stop: () => pool.close() },
  }
}
