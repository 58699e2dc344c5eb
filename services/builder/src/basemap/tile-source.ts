import type { FairSemaphore, ObjectStore } from '@guidebook/service-kit'
import { type Fetcher, FetchFailed } from '@guidebook/service-kit/outbound'
import {
  BrokenCircuitError,
  ConsecutiveBreaker,
  ConstantBackoff,
  circuitBreaker,
  handleWhen,
  retry,
  wrap,
} from 'cockatiel'
import type { LimitFunction } from 'p-limit'
import { sha256 } from '../artifact/fingerprint.ts'
import { UnreadableImageError } from '../image/unreadable-image-error.ts'
import { examineTile } from './read-tile.ts'
import type { TileAddress } from './tile-grid.ts'
import { type StoredTile, tileName, type tileQueries } from './tile-queries.ts'

export interface TileProvider {
  /** An address with `{z}`, `{x}` and `{y}`. */
  template: string
  /** What it asks to be named as. */
  attribution: string
  mostZoom: number
}

/** Why a map has no ground, in words that name no address. */
export class TilesUnavailableError extends Error {
  override readonly name = 'TilesUnavailableError'
}

export interface TileSourceParts {
  fetcher: Fetcher
  store: ObjectStore
  tiles: ReturnType<typeof tileQueries>
  /** Tiles and maps that are drawn at the same time, over all builds. */
  drawingSlots: FairSemaphore
  /** Those that its tiles may have. */
  formats: readonly ('png' | 'jpeg')[]
}

export interface TileRequest {
  account: string
  /** Requests of one build to this provider at the same time. */
  limit: LimitFunction
  /** Ends the build. */
  signal: AbortSignal
  /** Ends the asking. */
  deadline: AbortSignal
}

export interface TileSource extends TileProvider {
  /** Width and height of its tiles, pixels; as most have it until the first one has come. */
  readonly tileSize: number
  /** Whether one has come. */
  readonly isKnown: boolean
  /** The tiles by their names; null where the provider has none. Throws `TilesUnavailableError` when one can't be had. */
  tiles(addresses: readonly TileAddress[], request: TileRequest): Promise<ReadonlyMap<string, StoredTile | null>>
}

/** The provider has nothing there, and says so. */
const nothingThere = [204, 404, 410]
/** So many tiles in a row that did not come in time … */
const strikes = 3
/** … and none is asked for so long, milliseconds: builds do not each wait for a provider that hangs. */
const restMs = 30_000

/** A provider's tiles, kept for a month in the object store, for all accounts: they hold nothing of anyone's. */
export function tileSource(provider: TileProvider, parts: TileSourceParts): TileSource {
  const { fetcher, store, tiles, drawingSlots, formats } = parts
  const source = sha256(provider.template)
  let tileSize: number | undefined
  const resilience = wrap(
    retry(handleWhen(isPassing), { maxAttempts: 1, backoff: new ConstantBackoff(300) }),
    circuitBreaker(handleWhen(isLate), { breaker: new ConsecutiveBreaker(strikes), halfOpenAfter: restMs }),
  )

  const fetchTile = async (address: TileAddress, account: string, signal: AbortSignal): Promise<StoredTile | null> => {
    const url = provider.template.replace(/\{([zxy])\}/g, (_, name: 'z' | 'x' | 'y') => String(address[name]))
    const bytes = await resilience.execute(() => fetcher.fetch(url, signal), signal).catch(unlessNothingThere)
    if (bytes === null) return null
    const { pixels, ...form } = await drawingSlots.run(account, () => examineTile(bytes, formats))
    const { key } = await store.putByContent('builder/tiles', bytes, form)
    return { key, pixels }
  }

  return {
    ...provider,
    get tileSize() {
      return tileSize ?? 256
    },
    get isKnown() {
      return tileSize !== undefined
    },
    async tiles(addresses, { account, limit, signal, deadline }) {
      const found = await tiles.find(source, addresses)
      const missing = new Map(addresses.map((address) => [tileName(address), address]))
      for (const name of found.keys()) missing.delete(name)
      // One that can't be had leaves the others without use.
      const scope = new AbortController()
      const ends = AbortSignal.any([signal, deadline, scope.signal])
      const fetchAndKeep = async ([name, address]: [string, TileAddress]) => {
        ends.throwIfAborted()
        const tile = await fetchTile(address, account, ends)
        await tiles.keep(source, address, tile)
        found.set(name, tile)
      }
      try {
        await Promise.all([...missing].map((one) => limit(() => fetchAndKeep(one))))
        tileSize ??= [...found.values()].find((tile) => tile !== null)?.pixels
        return found
      } catch (error) {
        signal.throwIfAborted()
        throw error === deadline.reason ? new TilesUnavailableError('they did not come in time') : unavailable(error)
      } finally {
        scope.abort()
      }
    },
  }
}

const isLate = (error: unknown): boolean => error instanceof FetchFailed && error.outcome === 'timeout'

/** Worth a second question: the provider is busy, or the connection broke. */
const isPassing = (error: unknown): boolean =>
  error instanceof FetchFailed && !isLate(error) && (error.status === null || error.status >= 500)

function unlessNothingThere(error: unknown): null {
  if (error instanceof FetchFailed && nothingThere.includes(error.status ?? 0)) return null
  throw error
}

/** Any other error says nothing about the tiles, and is the build's. */
function unavailable(error: unknown): unknown {
  if (error instanceof BrokenCircuitError) {
    return new TilesUnavailableError('the last ones did not come in time: none is asked for now', { cause: error })
  }
  if (!(error instanceof FetchFailed || error instanceof UnreadableImageError)) return error
  const reason = error.message.replace(/\.$/, '').replace(/^[A-Z]/, (letter) => letter.toLowerCase())
  return new TilesUnavailableError(reason, { cause: error })
}
