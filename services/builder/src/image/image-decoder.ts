import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { FairSemaphore } from '@guidebook/service-kit'
import { createWorkerPool, type TaskShare, type WorkerPoolOptions } from '../worker-pool/worker-pool.ts'
import { TaskTimeoutError, WorkerLostError } from '../worker-pool/worker-process.ts'
import type { Decoded, ImageTasks } from './image-worker.ts'
import type { ImageUse } from './resize-image.ts'
import { UnreadableImageError } from './unreadable-image-error.ts'

/** Beside this module: `image-worker.ts` as it is, or bundled as `image-worker.js`. */
const program = fileURLToPath(new URL(`./image-worker${extname(import.meta.url)}`, import.meta.url))

const mebibyte = 1024 * 1024
/** Reserved first, bytes: nearly every photograph fits, so its header need not be read beforehand. */
const usualMemory = 64 * mebibyte

export interface ImageDecoderOptions extends Omit<WorkerPoolOptions<ImageTasks>, 'name' | 'program' | 'sticky'> {
  /** Memory for decoding images at the same time, and the limit of one image, bytes; as much again for accounts that decode none. */
  decodingMemory: number
  /** Time limit of one image, milliseconds. */
  imageTimeoutMs: number
}

export type ImageDecoder = ReturnType<typeof createImageDecoder>
/** Decodes the images of one build. */
export type BuildImages = ReturnType<ImageDecoder['forBuild']>

/**
 * Decodes images in separate processes, so that memory use or a crash of a decoder does not harm the service. Decoding an image starts when
 * the memory for it is free.
 */
export function createImageDecoder(options: ImageDecoderOptions) {
  const { decodingMemory, imageTimeoutMs, ...poolOptions } = options
  const pool = createWorkerPool<ImageTasks>({ ...poolOptions, name: 'image decoder', program })
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
      if ('image' in decoded) return decoded.image
      throw new UnreadableImageError('fault' in decoded ? decoded.fault : tooLarge(decoded.memory, decodingMemory))
    } catch (cause) {
      // When the service stops, its workers end, too; the image may be fine.
      signal.throwIfAborted()
      if (cause instanceof TaskTimeoutError)
        throw new UnreadableImageError(`decoding took too long; ${remedy}`, { cause })
      if (cause instanceof WorkerLostError)
        throw new UnreadableImageError(`it could not be decoded; ${remedy}`, { cause })
      throw cause
    }
  }

  return {
    ...pool,
    forBuild(share: TaskShare) {
      const tasks = pool.forBuild(share)
      const { account } = share
      return {
        /** Reads the source when memory is free. Throws `UnreadableImageError`, also if decoding takes too long or too much memory. */
        resizeImage: (read: () => Promise<Uint8Array>, use: ImageUse, signal: AbortSignal) =>
          decode(
            account,
            async (memory) => await tasks.run('resizeImage', { source: await read(), use, memory }, imageTimeoutMs),
            signal,
          ),
        resizeLogo: (source: Uint8Array, signal: AbortSignal) =>
          decode(account, (memory) => tasks.run('resizeLogo', { source, memory }, imageTimeoutMs), signal),
      }
    },
  }
}

const remedy = 'save it as a baseline JPEG or a PNG without interlacing, or with fewer pixels'

const tooLarge = (needed: number, most: number): string =>
  `it takes ${Math.ceil(needed / mebibyte)} MiB to decode, of ${Math.floor(most / mebibyte)} MiB at most; ${remedy}`
