import { packTrack } from '@guidebook/route-geometry'
import type { DraftStage, SanitisedDraft } from './draft.ts'
import type { BookFrame } from './frame.ts'

const points = Array.from({ length: 600 }, (_, index) => ({
  lat: 46 + index / 5_000,
  lon: 10 + Math.sin(index / 40) / 100,
  ele: 800 + 300 * Math.sin(index / 90),
}))

const text = {
  externalId: '',
  pointer: null,
  name: 'Text',
  image: null,
  html: '<h3>Title</h3><p>A <b>bold</b> and an <i>italic</i> word</p>',
}
const place = { ...text, icon: 'hut', lat: 46.05, lon: 10, phone: '+41 81 000 00 00', web: 'https://hut.example' }

const stage = (number: number): DraftStage => ({
  number,
  title: `Stage ${number}`,
  date: '2026-01-01',
  routes: [
    {
      ...text,
      kind: 'hiking',
      track: packTrack([points]),
      figures: { distanceMetres: 13_000, ascentMetres: 900, descentMetres: 900, durationSeconds: 18_000 },
    },
  ],
  pois: [place],
  texts: [text],
  accommodations: [{ ...place, arrivalDate: '2026-01-01', departureDate: '2026-01-02', comment: 'Half board' }],
})

/** A small book with one of everything, drawn to warm up a worker. */
export const warmUpDraft: SanitisedDraft = {
  isSanitised: true,
  lang: 'en',
  title: 'Guidebook',
  html: text.html,
  cover: null,
  stages: [stage(1), stage(2)],
  general: { routes: [], pois: [place], texts: [text], accommodations: [] },
}

export const warmUpFrame: BookFrame = {
  brand: { name: 'Guidebook', logo: null, primaryColor: '#1f5c4a', secondaryColor: '#c8a13a' },
  paper: 'a4',
  organiser: 'Guidebook',
  travel: { arrivalDate: '2026-01-01', departureDate: '2026-01-02' },
  bookingCode: '1',
  test: true,
  contentVersion: '0',
  createdAt: null,
  url: 'https://guidebook.example/t/0',
}
