/** The time that a build spends on archives at URLs. A server that is slow for each request would otherwise delay the build for minutes. */
import { unlessAborted } from '@guidebook/service-kit'
import { FetchError } from '@guidebook/service-kit/outbound'
import type { TileArchive } from './archive.ts'

export type ReadingTime = ReturnType<typeof readingTimeOf>

/** One limit for all readings of a build: the time during which at least one of them waits. What happens between them does not count. */
export function readingTimeOf(limitMs: number) {
  const spent = new AbortController()
  /** The archives that did not respond in time, by name. */
  const unresponsive = new Map<string, FetchError>()
  let pastMs = 0
  let waiting = 0
  let since = 0
  let latest = ''
  let timer: NodeJS.Timeout | undefined
  const soFar = () => (waiting > 0 ? pastMs + performance.now() - since : pastMs)
  const begin = () => {
    if (waiting++ > 0) return
    since = performance.now()
    const end = () => spent.abort(new Error(`reading the archives took longer than ${limitMs / 1000} s in all`))
    timer = setTimeout(end, Math.max(0, limitMs - pastMs))
  }
  const end = () => {
    if (waiting === 1) {
      clearTimeout(timer)
      pastMs = soFar()
    }
    waiting--
  }
  return {
    /** Whether this share of the time has passed. */
    isSpent: (share: number): boolean => soFar() >= limitMs * share,
    /** The archive that was read last. */
    latest: (): string => latest,
    /**
     * Rejects when the time is over, even if `work` ignores its signal. An archive that did not respond in time once is not asked again: each
     * map would wait for it, and no time would be left for other archives.
     */
    async read<T>(name: string, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
      const { signal } = spent
      signal.throwIfAborted()
      const timeout = unresponsive.get(name)
      if (timeout) throw timeout
      latest = name
      begin()
      try {
        return await unlessAborted(work(signal), signal)
      } catch (error) {
        if (error instanceof FetchError && error.outcome === 'timeout') unresponsive.set(name, error)
        throw error
      } finally {
        end()
      }
    },
  }
}

/** The same archive, read within the time of a build; errors name it. A file needs no limit. */
export function withinTime(archive: TileArchive, time: ReadingTime): TileArchive {
  const { remoteName: name } = archive
  if (name === undefined) return archive
  const read = async <T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> => {
    try {
      return await time.read(name, work)
    } catch (error) {
      if (!(error instanceof Error) || error instanceof TypeError) throw error
      throw new Error(`${name}: ${error.message}`, { cause: error })
    }
  }
  return {
    ...archive,
    header: () => read(() => archive.header()),
    attribution: () => read(() => archive.attribution()),
    tile: (zoom, column, row, signal) => read((end) => archive.tile(zoom, column, row, AbortSignal.any([signal, end]))),
  }
}
