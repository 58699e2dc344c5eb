import type { FairSemaphore, ObjectStore } from '@guidebook/service-kit'
import { FetchError, type Fetcher } from '@guidebook/service-kit/outbound'
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
  /** URL with `{z}`, `{x}` and `{y}`. */
  template: string
  /** Text that the provider requires to be printed. */
  attribution: string
  mostZoom: number
}

/** Why a map has no basemap. The message contains no URL, since that may contain a key. */
export class TilesUnavailableError extends Error {
  override readonly name = 'TilesUnavailableError'
}

export interface TileSourceParts {
  fetcher: Fetcher
  store: ObjectStore
  tiles: ReturnType<typeof tileQueries>
  /** Limits the tiles and basemaps that are decoded or drawn at the same time, for all builds. */
  drawingSlots: FairSemaphore
  /** Accepted formats of tiles. */
  formats: readonly ('png' | 'jpeg')[]
}

export interface TileRequest {
  account: string
  /** Limits the concurrent requests of a build to this provider. */
  limit: LimitFunction
  /** Aborts the build. */
  signal: AbortSignal
  /** Aborts fetching. */
  deadline: AbortSignal
}

export interface TileSource extends TileProvider {
  /** Width and height of its tiles, pixels; 256 until the first tile has arrived. */
  readonly tileSize: number
  readonly isTileSizeKnown: boolean
  /** Tiles by name; null: the provider has none. Throws `TilesUnavailableError` if one cannot be fetched. */
  tiles(addresses: readonly TileAddress[], request: TileRequest): Promise<ReadonlyMap<string, StoredTile | null>>
}

/** Statuses that say that the provider has no tile there. */
const noTile = [204, 404, 410]
/** After this many consecutive time-outs the breaker opens, so that builds do not wait for a provider that hangs. */
const breakerThreshold = 3
const breakerOpenMs = 30_000

/** A provider's tiles, cached in the object store for a month and shared by all accounts. */
export function tileSource(provider: TileProvider, parts: TileSourceParts): TileSource {
  const { fetcher, store, tiles, drawingSlots, formats } = parts
  const source = sha256(provider.template)
  let tileSize: number | undefined
  const resilience = wrap(
    retry(handleWhen(isTransient), { maxAttempts: 1, backoff: new ConstantBackoff(300) }),
    circuitBreaker(handleWhen(isTimeout), {
      breaker: new ConsecutiveBreaker(breakerThreshold),
      halfOpenAfter: breakerOpenMs,
    }),
  )

  const fetchTile = async (address: TileAddress, account: string, signal: AbortSignal): Promise<StoredTile | null> => {
    const url = provider.template.replace(/\{([zxy])\}/g, (_, name: 'z' | 'x' | 'y') => String(address[name]))
    const bytes = await resilience.execute(() => fetcher.fetch(url, signal), signal).catch(nullIfNoTile)
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
    get isTileSizeKnown() {
      return tileSize !== undefined
    },
    async tiles(addresses, { account, limit, signal, deadline }) {
      const found = await tiles.find(source, addresses)
      const missing = new Map(addresses.map((address) => [tileName(address), address]))
      for (const name of found.keys()) missing.delete(name)
      // If one tile fails, the others are useless: abort them.
      const scope = new AbortController()
      const aborted = AbortSignal.any([signal, deadline, scope.signal])
      const fetchAndSave = async ([name, address]: [string, TileAddress]) => {
        aborted.throwIfAborted()
        const tile = await fetchTile(address, account, aborted)
        await tiles.save(source, address, tile)
        found.set(name, tile)
      }
      try {
        await Promise.all([...missing].map((one) => limit(() => fetchAndSave(one))))
        tileSize ??= [...found.values()].find((tile) => tile !== null)?.pixels
        return found
      } catch (error) {
        signal.throwIfAborted()
        throw error === deadline.reason ? new TilesUnavailableError('they did not arrive in time') : unavailable(error)
      } finally {
        scope.abort()
      }
    },
  }
}

const isTimeout = (error: unknown): boolean => error instanceof FetchError && error.outcome === 'timeout'

/** Worth a retry: the provider is busy, or the connection broke. */
const isTransient = (error: unknown): boolean =>
  error instanceof FetchError && !isTimeout(error) && (error.status === null || error.status >= 500)

function nullIfNoTile(error: unknown): null {
  if (error instanceof FetchError && noTile.includes(error.status ?? 0)) return null
  throw error
}

/** Converts errors about tiles; any other error fails the build. */
function unavailable(error: unknown): unknown {
  if (error instanceof BrokenCircuitError) {
    return new TilesUnavailableError('the last ones did not arrive in time: none is requested for now', {
      cause: error,
    })
  }
  if (!(error instanceof FetchError || error instanceof UnreadableImageError)) return error
  const reason = error.message.replace(/\.$/, '').replace(/^[A-Z]/, (letter) => letter.toLowerCase())
  return new TilesUnavailableError(reason, { cause: error })
}
