import { FetchError } from '@guidebook/service-kit/outbound'
import type { Build } from '../context.ts'
import { UnreadableImageError } from '../image/unreadable-image-error.ts'
import type { RenderTaskRunner } from '../render/renderer.ts'
import { isSvg } from '../svg/safe-svg.ts'
import { TaskTimeoutError, WorkerLostError } from '../worker-pool/worker-process.ts'
import { logoMediaType, type StoredLogo } from './logo-queries.ts'

/**
 * The logo at a brand's address. Fetched at most once a day; while the address is unavailable or invalid, the last good copy is used. Without
 * a copy this adds a warning, and the brand's name is shown instead.
 */
export async function brandLogo(address: string | null, build: Build): Promise<StoredLogo | null> {
  if (address === null) return null
  const { account, logos, warnings } = build
  const known = await logos.find(account, address)
  const { logo, fault } = known?.isFresh ? known : await fetchLogo(address, known?.logo ?? null, build)
  if (logo === null) {
    const message = `The logo could not be fetched (${fault}); the name is shown instead.`
    warnings.add({ code: 'logo-unavailable', message })
  }
  return logo
}

async function fetchLogo(
  address: string,
  before: StoredLogo | null,
  { account, logos, logoFetcher, renderer, files, decoder, signal }: Build,
): Promise<{ logo: StoredLogo | null; fault: string | null }> {
  try {
    const source = await logoFetcher.fetch(address, signal)
    const image = isSvg(source) ? await renderLogo(source, { renderer, signal }) : source
    const { bytes, ...about } = await decoder.resizeLogo(image, signal)
    const { key, sha256 } = await files.put(bytes, logoMediaType)
    const logo = { ...about, name: `logo-${sha256.slice(0, 16)}.png`, key, bytes: bytes.length }
    await logos.save(account, address, logo)
    return { logo, fault: null }
  } catch (error) {
    if (!(error instanceof FetchError || error instanceof UnreadableImageError)) throw error
    const fault = error.message.replace(/\.$/, '').replace(/^[A-Z]/, (letter) => letter.toLowerCase())
    await logos.fail(account, address, fault)
    return { logo: before, fault }
  }
}

/** Drawing a logo takes a few milliseconds; a longer task delays books. */
const timeoutMs = 5_000

/** Draws a logo's SVG as PNG in a render worker. Throws `UnreadableImageError`, also if the worker crashes or exceeds its time limit. */
export async function renderLogo(
  source: Uint8Array,
  { renderer, signal }: { renderer: RenderTaskRunner; signal: AbortSignal },
): Promise<Uint8Array> {
  try {
    const drawn = await renderer.run('drawLogo', source, timeoutMs)
    if ('fault' in drawn) throw new UnreadableImageError(drawn.fault)
    return drawn.png
  } catch (cause) {
    // When the service stops, its workers end, too; the logo may be fine.
    signal.throwIfAborted()
    if (cause instanceof TaskTimeoutError || cause instanceof WorkerLostError) {
      throw new UnreadableImageError('it could not be drawn', { cause })
    }
    throw cause
  }
}
