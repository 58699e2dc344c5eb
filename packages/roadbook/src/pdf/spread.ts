import type { GeneralInfo } from '../document.ts'
import type { PrintStyle } from './paper.ts'

/** Rough sizes in points: a line of text, a heading or entry with its spacing, an image. */
const line = { height: 13, letters: 72 }
const entryHeight = 34
const imageHeight = 140
const tableLineHeight = 16
/** Title, date and figures. */
const headHeight = 110
/** Between these multiples of the room that is left, the estimate is not reliable. */
const [surelyFits, surelyNot] = [0.5, 1.7]

const pointsOf = (millimetres: number): number => (millimetres * 72) / 25.4

/**
 * Whether a stage needs a second page for its descriptions: `null` if only typesetting it can tell. Typesetting a stage twice takes as long as
 * drawing its map.
 */
export const needsSpread = (
  { routes, pois, texts, accommodations }: GeneralInfo,
  /** Lines of the day table, and the height of the map in points. */
  { tableLines, mapHeight }: { tableLines: number; mapHeight: number },
  { layout }: PrintStyle,
): boolean | null => {
  const entries = [...routes, ...pois, ...texts, ...accommodations]
  const letters = [...entries.map(({ html }) => html), ...accommodations.map(({ comment }) => comment ?? '')]
  const estimated =
    Math.ceil(letters.join('').length / line.letters) * line.height +
    entries.length * entryHeight +
    tableLines * tableLineHeight +
    entries.filter(({ image }) => image !== null).length * imageHeight +
    Math.max(0, routes.length - 1) * layout.profile.height
  const { height, margin } = layout.page
  const drawings = mapHeight + (routes.length > 0 ? layout.profile.height : 0)
  const room = pointsOf(height - margin.top - margin.bottom) - headHeight - drawings
  return estimated < room * surelyFits ? false : estimated > room * surelyNot ? true : null
}
