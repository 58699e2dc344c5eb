import { UnreadableImageError } from '../image/unreadable-image-error.ts'
import { TaskTimeoutError, WorkerLostError } from '../worker-pool/worker-process.ts'
import type { RenderTaskRunner } from '../render/renderer.ts'

/** Milliseconds. A logo is drawn in a few; one that takes so long holds up books. */
const longest = 5_000

/** The PNG that a render worker makes of a logo's SVG. Throws `UnreadableImageError`, also when drawing it took a worker with it. */
export async function renderLogo(
  source: Uint8Array,
  { renderer, signal }: { renderer: RenderTaskRunner; signal: AbortSignal },
): Promise<Uint8Array> {
  try {
    const drawn = await renderer.run('drawLogo', source, longest)
    if ('fault' in drawn) throw new UnreadableImageError(drawn.fault)
    return drawn.png
  } catch (cause) {
    // When the service stops, its workers end as well: that says nothing about the logo.
    signal.throwIfAborted()
    if (cause instanceof TaskTimeoutError || cause instanceof WorkerLostError) {
      throw new UnreadableImageError('it could not be drawn', { cause })
    }
    throw cause
  }
}
