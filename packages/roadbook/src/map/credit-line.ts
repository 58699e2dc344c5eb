import { plainText } from '../text/plain-text.ts'
import { element, textAt, textWidth } from './svg.ts'

const size = 6
const lineHeight = 8
const inset = 3

/** A strip below a map with the attribution of its basemap, in as many lines as it needs. Its height and its drawing. */
export function creditLine(
  { width, height }: { width: number; height: number },
  attribution: string,
): { height: number; drawing: string } {
  const lines = linesOf(plainText(attribution), width - 2 * inset)
  if (lines.length === 0) return { height: 0, drawing: '' }
  const strip = lines.length * lineHeight + inset
  const texts = lines.map((line, index) =>
    textAt(inset, height + (index + 1) * lineHeight - 1, line, { size, fill: '#4a5258' }),
  )
  return {
    height: strip,
    drawing: element('rect', { y: height, width, height: strip, fill: '#ffffff' }) + texts.join(''),
  }
}

function linesOf(text: string, room: number): string[] {
  const lines: string[] = []
  for (const word of text.split(' ').filter((one) => one !== '')) {
    const longer = [...lines.slice(-1), word].join(' ')
    if (lines.length > 0 && textWidth(longer, { size }) <= room) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines
}
