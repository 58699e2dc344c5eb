import { UnreadableImageError } from '../image/unreadable-image-error.ts'
import type { RenderTaskRunner } from '../render/renderer.ts'
import { TaskTimeoutError, WorkerLostError } from '../worker-pool/worker-process.ts'

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
