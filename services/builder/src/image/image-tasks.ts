import { openImage } from './decoder.ts'
import { decodingMemory } from './decoding-memory.ts'
import { type ImageUse, type ResizedImage, resizeImage } from './resize-image.ts'
import { type ResizedLogo, resizeLogo } from './resize-logo.ts'
import { UnreadableImageError } from './unreadable-image-error.ts'

export interface ImageToDecode {
  source: Uint8Array
  /** Bytes that decoding it may take. */
  memory: number
}

/** The picture; or why there is none, in words for its owner; or that it takes more memory, bytes. */
export type Decoded<T> = { picture: T } | { fault: string } | { memory: number }

/** What a picture worker can be asked to do. Arguments and results are copied by structured clone. */
export interface ImageTasks {
  warmUp(): Promise<void>
  resizeImage(picture: ImageToDecode & { use: ImageUse }): Promise<Decoded<ResizedImage>>
  resizeLogo(picture: ImageToDecode): Promise<Decoded<ResizedLogo>>
}

export const imageTasks: ImageTasks = {
  // Loading the library is what takes time.
  warmUp: async () => undefined,
  resizeImage: ({ use, ...picture }) => decode(picture, (source) => resizeImage(source, use)),
  resizeLogo: (picture) => decode(picture, resizeLogo),
}

async function decode<T>(
  { source, memory }: ImageToDecode,
  work: (source: Uint8Array) => Promise<T>,
): Promise<Decoded<T>> {
  try {
    // What has no header that can be read is for the work to refuse, in its own words.
    const needed = await memoryFor(source)
    return needed !== null && needed > memory ? { memory: needed } : { picture: await work(source) }
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
