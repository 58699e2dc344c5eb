import { answerTasks } from '../worker-pool/answer-tasks.ts'
import { decodingMemory, openImage } from './decoder.ts'
import { type ImageUse, resizeImage } from './resize-image.ts'
import { resizeLogo } from './resize-logo.ts'
import { UnreadableImageError } from './unreadable-image-error.ts'

interface ImageToDecode {
  source: Uint8Array
  /** Bytes that decoding it may take. */
  memory: number
}

/** The image; or the reason why it is unreadable, for its owner; or the memory that it needs, bytes. */
export type Decoded<T> = { image: T } | { fault: string } | { memory: number }

/** The tasks of an image worker. Arguments and results are copied by structured clone. */
export type ImageTasks = typeof imageTasks

const imageTasks = {
  // Loading the library takes most of the time, and has happened by now.
  warmUp: async () => undefined,
  resizeImage: ({ use, ...image }: ImageToDecode & { use: ImageUse }) =>
    decode(image, (source) => resizeImage(source, use)),
  resizeLogo: (image: ImageToDecode) => decode(image, resizeLogo),
}

async function decode<T>(
  { source, memory }: ImageToDecode,
  work: (source: Uint8Array) => Promise<T>,
): Promise<Decoded<T>> {
  try {
    // Without a readable header `work` throws the error.
    const needed = await memoryFor(source)
    return needed !== null && needed > memory ? { memory: needed } : { image: await work(source) }
  } catch (error) {
    if (error instanceof UnreadableImageError) return { fault: error.message }
    throw error
  }
}

async function memoryFor(source: Uint8Array): Promise<number | null> {
  try {
    return decodingMemory(await openImage(source).metadata())
  } catch {
    return null
  }
}

answerTasks(imageTasks)
