import { packTrack } from '@guidebook/route-geometry'
import type { DraftStage, SanitisedDraft } from './draft.ts'
import type { BookFrame } from './frame.ts'
import data from './warm-up-book.json' with { type: 'json' }

const points = Array.from({ length: 600 }, (_, index) => ({
  lat: 46 + index / 5_000,
  lon: 10 + Math.sin(index / 40) / 100,
  ele: 800 + 300 * Math.sin(index / 90),
}))

const { text } = data
const place = { ...text, ...data.place }

const stage = (number: number): DraftStage => ({
  number,
  title: `Stage ${number}`,
  date: '2026-01-01',
  routes: [{ ...text, ...data.route, track: packTrack([points]) }],
  pois: [place],
  texts: [text],
  accommodations: [{ ...place, ...data.stay }],
})

/** A small book with one of everything, drawn to warm up a worker. */
export const warmUpDraft: SanitisedDraft = {
  ...data.draft,
  isSanitised: true,
  stages: [stage(1), stage(2)],
  restDays: [],
  general: { routes: [], pois: [place], texts: [text], accommodations: [] },
}

export const warmUpFrame: BookFrame = { ...data.frame, paper: 'a4' }
