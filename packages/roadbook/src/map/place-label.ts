import { truncated } from '../text/plain-text.ts'
import type { Occupied } from './occupied.ts'
import { type Point, type TextStyle, textAt, textWidth } from './svg.ts'

const longestName = 32

/** A name beside a marker; `''` if there is no room for it (the list has it). `lines`: whether it may cover them where there is no other room. */
export const placeLabel = (
  occupied: Occupied,
  at: Point,
  clear: number,
  name: string,
  style: TextStyle,
  lines: 'may be covered' | 'clear of lines' = 'may be covered',
): string => {
  const text = truncated(name, longestName)
  const width = textWidth(text, style)
  const up = style.size * 0.8
  const down = style.size * 0.25
  const beside = clear + 2
  // Outside the marker's box, which is occupied.
  const above = -(clear + 1 + down)
  const below = clear + 1 + up
  const level = up / 2 - 0.5
  const places: [number, number, 'start' | 'middle' | 'end'][] = [
    [beside, level, 'start'],
    [-beside, level, 'end'],
    [0, above, 'middle'],
    [0, below, 'middle'],
    [0, above, 'start'],
    [0, below, 'start'],
    [0, above, 'end'],
    [0, below, 'end'],
  ]
  const candidates = places
    .map(([dx, dy, anchor]) => {
      const x = at.x + dx
      const y = at.y + dy
      const left = anchor === 'start' ? x : anchor === 'end' ? x - width : x - width / 2
      return { x, y, anchor, box: { left, right: left + width, top: y - up, bottom: y + down } }
    })
    .filter(({ box }) => occupied.isFree(box))
  const uncovered = candidates.find(({ box }) => !occupied.isOnLine(box))
  const chosen = uncovered ?? (lines === 'may be covered' ? candidates[0] : undefined)
  if (!chosen) return ''
  occupied.take(chosen.box)
  return textAt(chosen.x, chosen.y, text, { ...style, anchor: chosen.anchor })
}
