import { largestLogo } from '../image/resize-logo.ts'
import { UnreadableImageError } from '../image/unreadable-image-error.ts'
import { drawSvg } from './draw-svg.ts'
import { safeSvg } from './safe-svg.ts'

/** PNG, or why there is none, in words for the owner. */
export type DrawnLogo = { png: Uint8Array } | { fault: string }

/** Draws a stranger's SVG as large as a logo is shown. For a render worker: a process that may take no more time than it is given, and may end. */
export function drawLogo(source: Uint8Array, fontFiles: readonly string[]): DrawnLogo {
  try {
    const { png, isBlank } = drawSvg(safeSvg(source), largestLogo, fontFiles)
    return isBlank ? { fault: 'nothing is to be seen in it' } : { png }
  } catch (error) {
    return { fault: error instanceof UnreadableImageError ? error.message : 'the file is damaged' }
  }
}
