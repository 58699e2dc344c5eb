import { largestLogo } from '../image/resize-logo.ts'
import { UnreadableImageError } from '../image/unreadable-image-error.ts'
import { drawSvg } from './draw-svg.ts'
import { safeSvg } from './safe-svg.ts'

/** Draws an untrusted SVG in the size of a logo. Returns the PNG, or the reason for the owner why there is none. Call in a render worker only, which has a time limit and may crash. */
export function drawLogo(source: Uint8Array, fontFiles: readonly string[]): { png: Uint8Array } | { fault: string } {
  try {
    const { png, isBlank } = drawSvg(safeSvg(source), largestLogo, fontFiles)
    return isBlank ? { fault: 'it is blank' } : { png }
  } catch (error) {
    return { fault: error instanceof UnreadableImageError ? error.message : 'the file is damaged' }
  }
}
