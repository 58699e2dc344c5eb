import { fileURLToPath } from 'node:url'
import { FairSemaphore } from '@guidebook/service-kit'
import { RenderTimeout, RenderWorkerLost } from '../render/render-process.ts'
import {
  createWorkerPool,
  type TaskRunner,
  type TaskShare,
  type WorkerPool,
  type WorkerPoolOptions,
} from '../render/worker-pool.ts'
import type { Decoded, PictureTasks } from './picture-tasks.ts'
import type { ImageUse, ResizedImage } from './resize-image.ts'
import type { ResizedLogo } from './resize-logo.ts'
import { UnreadableImage } from './unreadable-image.ts'

/** Beside this module: `picture-worker.ts` as it is, or bundled as `picture-worker.js`. */
const workerProgram = fileURLToPath(
  new URL(import.meta.url.endsWith('.ts') ? './picture-worker.ts' : './picture-worker.js', import.meta.url),
)

const mebibyte = 1024 * 1024
/** Granted at once, bytes: nearly every photograph fits, and its size need not be asked for first. */
const usualMemory = 64 * mebibyte

export interface PictureDecoderOptions extends Omit<WorkerPoolOptions<PictureTasks>, 'name' | 'program' | 'sticky'> {
  /** What decoding may take at the same time, and one picture at most, bytes; so much again for accounts that decode nothing. */
  decodingMemory: number
  /** Longest time for one picture, milliseconds. */
  pictureTimeoutMs: number
}

/** Decodes the pictures of one build. */
export interface BuildPictures {
  /** Reads the source when it is its turn. Throws `UnreadableImage`, also when decoding takes too long or too much memory. */
  resizePicture(read: () => Promise<Uint8Array>, use: ImageUse, signal: AbortSignal): Promise<ResizedImage>
  resizeLogo(source: Uint8Array, signal: AbortSignal): Promise<ResizedLogo>
}

export interface PictureDecoder extends Pick<WorkerPool<PictureTasks>, 'name' | 'start' | 'stop' | 'workers'> {
  forBuild(share: TaskShare): BuildPictures
}

/**
 * Decodes pictures in separate processes, so that their memory use or a crash of a decoder does not harm the service. A picture begins
 * when the memory that it takes is free.
 */
export function createPictureDecoder(options: PictureDecoderOptions): PictureDecoder {
  const { decodingMemory, pictureTimeoutMs, ...poolOptions } = options
  const pool = createWorkerPool<PictureTasks>({ ...poolOptions, name: 'picture decoder', program: workerProgram })
  const memories = new FairSemaphore({ capacity: decodingMemory, reserved: decodingMemory })

  const decode = async <T>(
    account: string,
    task: (memory: number) => Promise<Decoded<T>>,
    signal: AbortSignal,
  ): Promise<T> => {
    const withMemory = (memory: number) =>
      memories.run(
        account,
        async () => {
          signal.throwIfAborted()
          return await task(memory)
        },
        { weight: memory, signal },
      )
    try {
      let decoded = await withMemory(Math.min(usualMemory, decodingMemory))
      if ('memory' in decoded && decoded.memory <= decodingMemory) decoded = await withMemory(decoded.memory)
      if ('picture' in decoded) return decoded.picture
      throw new UnreadableImage('fault' in decoded ? decoded.fault : tooLarge(decoded.memory, decodingMemory))
    } catch (cause) {
      // When the service stops, its workers end as well: that says nothing about the picture.
      signal.throwIfAborted()
      if (cause instanceof RenderTimeout) throw new UnreadableImage(`decoding took too long; ${remedy}`, { cause })
      if (cause instanceof RenderWorkerLost) throw new UnreadableImage(`it could not be decoded; ${remedy}`, { cause })
      throw cause
    }
  }

  return {
    name: pool.name,
    start: pool.start,
    stop: pool.stop,
    workers: pool.workers,
    forBuild(share) {
      const tasks: TaskRunner<PictureTasks> = pool.forBuild(share)
      const { account } = share
      return {
        resizePicture: (read, use, signal) =>
          decode(
            account,
            async (memory) => await tasks.run('resizePicture', { source: await read(), use, memory }, pictureTimeoutMs),
            signal,
          ),
        resizeLogo: (source, signal) =>
          decode(account, (memory) => tasks.run('resizeLogo', { source, memory }, pictureTimeoutMs), signal),
      }
    },
  }
}

const remedy = 'save it as a baseline JPEG or a PNG without interlacing, or with fewer pixels'

const tooLarge = (needed: number, most: number): string =>
  `it takes ${Math.ceil(needed / mebibyte)} MiB to decode, of ${Math.floor(most / mebibyte)} MiB at most; ${remedy}`
