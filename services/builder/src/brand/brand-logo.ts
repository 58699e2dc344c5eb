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

type Sources = Pick<Build, 'logoFetcher' | 'renderer' | 'decoder' | 'signal'>

/** Fetches a logo and draws it as books and pages show it. Throws an error of `faultIn`. */
export async function loadLogo(address: string, { logoFetcher, renderer, decoder, signal }: Sources) {
  const source = await logoFetcher.fetch(address, signal)
  const image = isSvg(source) ? await renderLogo(source, { renderer, signal }) : source
  return await decoder.resizeLogo(image, signal)
}

/** Why a logo cannot be shown, as part of a sentence; throws errors that are not about the logo. */
export function faultIn(error: unknown): string {
  if (!(error instanceof FetchError || error instanceof UnreadableImageError)) throw error
  return error.message.replace(/\.$/, '').replace(/^[A-Z]/, (letter) => letter.toLowerCase())
}

async function fetchLogo(
  address: string,
  before: StoredLogo | null,
  build: Build,
): Promise<{ logo: StoredLogo | null; fault: string | null }> {
  const { account, logos, files } = build
  try {
    const { bytes, ...about } = await loadLogo(address, build)
    const { key, sha256 } = await files.put(bytes, logoMediaType)
    const logo = { ...about, name: `logo-${sha256.slice(0, 16)}.png`, key, bytes: bytes.length }
    await logos.save(account, address, logo)
    return { logo, fault: null }
  } catch (error) {
    const fault = faultIn(error)
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
