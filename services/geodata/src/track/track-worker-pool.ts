import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { TrackColumns } from '@guidebook/route-geometry'
import { type Component, FairSemaphore } from '@guidebook/service-kit'
import { Piscina } from 'piscina'
import { type JobOrder, type JobResult, runJob, type TrackJobs, type TrackTexts } from './track-jobs.ts'

/** A track of up to so many points takes a millisecond and needs no thread. */
const mostInPlace = 2_000

/** In the bundle the worker is beside the program, with another extension. */
const workerFile = fileURLToPath(new URL(`./track-worker${extname(import.meta.url)}`, import.meta.url))

/** Most jobs of all accounts that wait for a thread, how long they wait, and the longest pause of an account after a job. */
const waiting = { mostWaiting: 200, waitMs: 20_000, longestPauseMs: 1_000 }

/** An idle thread keeps the memory of its last track, so it ends after so long. To start one takes 0.05 s. */
const idleMs = 10_000

export interface JobOwner {
  account: string
  /** Ends the wait for a thread when the client has left. */
  signal?: AbortSignal
}

/** A track in the database. */
export interface StoredTrack {
  pointCount: number
  /** Returns the packed points. */
  read(): Promise<Uint8Array>
}

type Rest<Input extends unknown[]> = Input extends [unknown, ...infer Others] ? Others : never

/** Long tracks are worked on in worker threads, which the accounts share fairly. Rejects with 503 when no thread becomes free. */
export interface TrackWorkerPool {
  /** Measures a track that was sent: packed, or as columns. */
  run<Name extends keyof TrackJobs>(
    name: Name,
    owner: JobOwner,
    track: Parameters<TrackJobs[Name]>[0],
  ): Promise<ReturnType<TrackJobs[Name]>>
  /** Writes a stored track as text, in UTF-8. The track is read when a thread is free, so that few are in memory. */
  write<Name extends keyof TrackTexts>(
    name: Name,
    owner: JobOwner,
    track: StoredTrack,
    ...rest: Rest<Parameters<TrackTexts[Name]>>
  ): Promise<Buffer>
  component: Component
}

export const createTrackWorkerPool = (threads: number): TrackWorkerPool => {
  const pool = new Piscina({ filename: workerFile, minThreads: 0, maxThreads: threads, idleTimeout: idleMs })
  // One account never holds all threads, so another one's track is worked on at once.
  const shares = new FairSemaphore({ capacity: threads, perOwner: Math.max(1, threads - 1), ...waiting })
  const runInThread = ({ account, signal }: JobOwner, order: () => Promise<JobOrder>): Promise<unknown> =>
    shares.run(
      account,
      async (took) => {
        const { result, cpuMs }: JobResult = await pool.run(await order())
        // Without the time in which the thread waited for a processor: other work on the machine caused it.
        took(cpuMs + sendingMs(result))
        return result
      },
      { signal },
    )

  return {
    run: async (name, owner, track) => {
      const order: JobOrder = { name, input: [track] }
      const result = isShort(track as Uint8Array | TrackColumns)
        ? runJob(order)
        : await runInThread(owner, async () => order)
      return result as ReturnType<TrackJobs[typeof name]>
    },
    write: async (name, owner, { pointCount, read }, ...rest) => {
      const order = async (): Promise<JobOrder> => ({ name, input: [await read(), ...rest] })
      if (pointCount <= mostInPlace) return Buffer.from(runJob(await order()) as string)
      const text = (await runInThread(owner, order)) as Uint8Array
      return Buffer.from(text.buffer, text.byteOffset, text.byteLength)
    },
    component: { name: 'track workers', stop: () => pool.close() },
  }
}

/** Bytes of a text that count as a millisecond: sending it takes memory and time of the service's own thread and of the gateway. */
const bytesPerMs = 20_000

const sendingMs = (result: unknown): number => (result instanceof Uint8Array ? result.length / bytesPerMs : 0)

/** A packed point takes some eight bytes. */
const isShort = (track: Uint8Array | TrackColumns): boolean =>
  track instanceof Uint8Array ? track.length <= 8 * mostInPlace : track.lat.length <= mostInPlace
