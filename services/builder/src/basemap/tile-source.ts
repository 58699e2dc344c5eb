import type { MapWindow } from '@guidebook/roadbook'
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
import pLimit from 'p-limit'
import { sha256 } from '../artifact/fingerprint.ts'
import type { Build } from '../context.ts'
import { UnreadableImageError } from '../image/unreadable-image-error.ts'
import { examineTile } from './read-tile.ts'
import { type TileAddress, type TileGrid, tileGrid } from './tile-grid.ts'
import { type StoredTile, tileName, type tileQueries } from './tile-queries.ts'

export interface TileProvider {
  /** URL with `{z}`, `{x}` and `{y}`. */
  template: string
  /** Text that the provider requires to be printed. */
  attribution: string
  maxZoom: number
}

/** Why a map has no basemap. The message contains no URL, since that may contain a key. */
export class TilesUnavailableError extends Error {
  override readonly name = 'TilesUnavailableError'
}

/** Most pixels of a tile per inch of print, the pixels needed beyond the edges of the map, and the accepted formats of tiles. */
export const tileUses = {
  /** Resolutions double with the zoom, so this gives 110 to 220. Names drawn in tiles for screens would be unreadable at a higher one. */
  map: { maxDpi: 220, margin: 0, formats: ['png', 'jpeg'] },
  /** Shades are soft. The margin is for slopes and interpolation, which need neighbouring pixels. JPEG would not preserve elevations. */
  relief: { maxDpi: 130, margin: 4, formats: ['png'] },
} as const

export type LayerKind = keyof typeof tileUses

/** The tiles of a map's area. */
export interface TileLayer {
  grid: TileGrid
  /** By their names; null: the provider has none. */
  tiles: ReadonlyMap<string, StoredTile | null>
}

/** Concurrent requests of a build to a provider; the limit of browsers for one host. */
const requestsAtOnce = 6
/** Statuses that say that the provider has no tile there. */
const noTile = [204, 404, 410]
/** After this many consecutive time-outs the breaker opens, so that builds do not wait for a provider that hangs. */
const breakerThreshold = 3
const breakerOpenMs = 30_000

/** A provider's tiles, cached in the object store for a month and shared by all accounts. */
export function tileSource(
  { template, attribution, maxZoom }: TileProvider,
  kind: LayerKind,
  { fetcher, queries }: { fetcher: Fetcher; queries: ReturnType<typeof tileQueries> },
) {
  const source = sha256(template)
  const { formats, ...use } = tileUses[kind]
  /** Width and height of its tiles, pixels. Providers do not announce it, so it is unknown until the first tile has arrived. */
  let tileSize: number | undefined
  const resilience = wrap(
    retry(handleWhen(isTransient), { maxAttempts: 1, backoff: new ConstantBackoff(300) }),
    circuitBreaker(handleWhen(isTimeout), {
      breaker: new ConsecutiveBreaker(breakerThreshold),
      halfOpenAfter: breakerOpenMs,
    }),
  )

  const fetchTile = async (address: TileAddress, { account, store, drawingSlots }: Build, signal: AbortSignal) => {
    const url = template.replace(/\{([zxy])\}/g, (_, name: 'z' | 'x' | 'y') => String(address[name]))
    const bytes = await resilience.execute(() => fetcher.fetch(url, signal), signal).catch(nullIfNoTile)
    if (bytes === null) return null
    const { pixels, ...form } = await drawingSlots.run(account, () => examineTile(bytes, formats))
    const { key } = await store.putByContent('builder/tiles', bytes, form)
    return { key, pixels }
  }

  return {
    attribution,
    /** Returns a function that loads the tiles of a map's area; null if the provider has none. It throws `TilesUnavailableError`. */
    forBook(build: Build, deadline: AbortSignal) {
      const limit = pLimit(requestsAtOnce)
      /** Tiles by name; null: the provider has none. */
      const load = async (addresses: readonly TileAddress[]): Promise<Map<string, StoredTile | null>> => {
        const found = await queries.find(source, addresses)
        const missing = addresses.filter((address) => !found.has(tileName(address)))
        // If one tile fails, the others are useless: abort them.
        const scope = new AbortController()
        const aborted = AbortSignal.any([build.signal, deadline, scope.signal])
        const fetchAndSave = async (address: TileAddress) => {
          aborted.throwIfAborted()
          const tile = await fetchTile(address, build, aborted)
          await queries.save(source, address, tile)
          found.set(tileName(address), tile)
        }
        try {
          const distinct = new Map(missing.map((address) => [tileName(address), address]))
          await limit.map(distinct.values(), fetchAndSave)
          tileSize ??= [...found.values()].find((tile) => tile !== null)?.pixels
          return found
        } catch (error) {
          build.signal.throwIfAborted()
          throw error === deadline.reason
            ? new TilesUnavailableError('they did not arrive in time')
            : unavailable(error)
        } finally {
          scope.abort()
        }
      }
      return async (window: MapWindow): Promise<TileLayer | null> => {
        const gridNow = () => tileGrid(window, { ...use, maxZoom, tileSize: tileSize ?? 256 })
        const { tiles: assumed } = gridNow()
        const middle = assumed[assumed.length >> 1]
        if (tileSize === undefined && middle) await load([middle])
        const loadNow = async (): Promise<TileLayer> => {
          const grid = gridNow()
          return { grid, tiles: await load(grid.tiles) }
        }
        let layer = await loadNow()
        // Without a tile in the middle, the size is known only now.
        if (tileSize !== undefined && tileSize !== layer.grid.tileSize) layer = await loadNow()
        return [...layer.tiles.values()].some((tile) => tile !== null) ? layer : null
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
    const message = 'the last ones did not arrive in time: none is requested for now'
    return new TilesUnavailableError(message, { cause: error })
  }
  if (!(error instanceof FetchError || error instanceof UnreadableImageError)) return error
  const reason = error.message.replace(/\.$/, '').replace(/^[A-Z]/, (letter) => letter.toLowerCase())
  return new TilesUnavailableError(reason, { cause: error })
}
