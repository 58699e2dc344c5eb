import type { PublishedGuidebook } from '@guidebook/contracts'
import { type Html, html } from '../../html/html.ts'
import type { View } from './view.ts'

export type Stats = PublishedGuidebook['stages'][number]['stats']
type FigureName = 'distanceMetres' | 'ascentMetres' | 'descentMetres' | 'durationSeconds'

/** What is known of a figure: "at least", "without climbs". */
const notesOf = ({ texts }: View, { atLeast = [], withoutClimbs = false }: Stats, name: FigureName): string[] => [
  ...(atLeast.includes(name) ? [texts.atLeast] : []),
  ...(withoutClimbs && name === 'durationSeconds' ? [texts.withoutClimbs] : []),
]

const valueIn = ({ figures }: View, stats: Stats, name: FigureName): string | null => {
  const value = stats[name]
  if (value === null) return null
  if (name === 'distanceMetres') return figures.kilometres(value)
  return name === 'durationSeconds' ? figures.duration(value) : figures.metres(value)
}

/** The known figures with their labels; unknown ones are omitted. */
export function statistics(view: View, stats: Stats): Html | null {
  const { texts } = view
  const labels: [FigureName, string][] = [
    ['distanceMetres', texts.distance],
    ['ascentMetres', texts.ascent],
    ['descentMetres', texts.descent],
    ['durationSeconds', texts.time],
  ]
  const known = labels.flatMap(([name, label]) => {
    const value = valueIn(view, stats, name)
    const notes = notesOf(view, stats, name)
    return value === null ? [] : [{ label: notes.length === 0 ? label : `${label} (${notes.join(', ')})`, value }]
  })
  if (known.length === 0) return null
  return html`<dl class="figures">${known.map(({ label, value }) => html`<div><dt>${label}</dt><dd>${value}</dd></div>`)}</dl>`
}

/** Distance and time in one line, each with its notes. */
export const inShort = (view: View, stats: Stats): string =>
  (['distanceMetres', 'durationSeconds'] as const)
    .flatMap((name) => {
      const value = valueIn(view, stats, name)
      const notes = notesOf(view, stats, name)
      return value === null ? [] : [notes.length === 0 ? value : `${value} (${notes.join(', ')})`]
    })
    .join(' · ')

/** The figures of each kind of route, if there are several. */
export const kindList = (view: View, kinds: PublishedGuidebook['stages'][number]['kinds'] = []): Html | null =>
  kinds.length === 0
    ? null
    : html`<ul class="kinds">${kinds.map(({ name, stats }) => html`<li><strong>${name}</strong> ${inShort(view, stats)}</li>`)}</ul>`
