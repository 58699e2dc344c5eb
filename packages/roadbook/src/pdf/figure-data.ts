import type { BookMessages, Formats } from '../interface/formats.ts'
import { routeKindName } from '../interface/formats.ts'
import type { DrawingStyle } from '../map/map-content.ts'
import { type FigureName, type Figures, figureNames } from '../statistics.ts'

/** What is known of a figure, in words: "at least", "without climbs". */
const notesOf = ({ lacking, withoutClimbs }: Figures, name: FigureName, texts: BookMessages): string[] => [
  ...(lacking.includes(name) ? [texts.atLeast] : []),
  ...(withoutClimbs && name === 'durationSeconds' ? [texts.withoutClimbs] : []),
]

const labelOf = (name: FigureName, texts: BookMessages): string =>
  ({
    distanceMetres: texts.distance,
    ascentMetres: texts.ascent,
    descentMetres: texts.descent,
    durationSeconds: texts.time,
  })[name]

const shownValue = (figures: Figures, name: FigureName, formats: Formats): string | null => {
  const value = figures[name]
  if (value === null) return null
  if (name === 'distanceMetres') return formats.kilometres(value)
  return name === 'durationSeconds' ? formats.duration(value) : formats.metres(value)
}

/** The known figures with their labels. */
export const statisticsOf = (
  figures: Figures,
  { texts, formats }: DrawingStyle,
): { label: string; note: string | null; value: string }[] =>
  figureNames.flatMap((name) => {
    const value = shownValue(figures, name, formats)
    const note = notesOf(figures, name, texts).join(', ') || null
    return value === null ? [] : [{ label: labelOf(name, texts), note, value }]
  })

/** Distance, ascent, descent and time, in this order, for tables and lines: `≥` is explained by `atLeastNote`. */
export const statisticValues = (figures: Figures, { texts, formats }: DrawingStyle): (string | null)[] =>
  figureNames.map((name) => {
    const value = shownValue(figures, name, formats)
    return value !== null && notesOf(figures, name, texts).length > 0 ? `≥\u00A0${value}` : value
  })

/** Explains `≥` if one of the figures has it. */
export const atLeastNote = (all: readonly Figures[], { texts }: DrawingStyle): string | null => {
  const notes = all.flatMap((figures) =>
    figureNames.flatMap((name) => (figures[name] === null ? [] : notesOf(figures, name, texts))),
  )
  const used = [texts.atLeast, texts.withoutClimbs].filter((note) => notes.includes(note))
  return used.length === 0 ? null : `≥: ${used.join(', ')}`
}

/** One line for each kind of route: "Walking: 12 km · ↑ 300 m · ↓ 280 m · 4 h". */
export const kindsOf = (sums: readonly { kind: string; figures: Figures }[], style: DrawingStyle) =>
  sums.map(({ kind, figures }) => {
    const arrows = ['', '↑\u00A0', '↓\u00A0', '']
    const values = statisticValues(figures, style)
      .flatMap((value, index) => (value === null ? [] : [`${arrows[index]}${value}`]))
      .join(' · ')
    return { name: routeKindName(style.texts, kind) ?? style.texts.otherKind, values }
  })
