import type { Draft, DraftSection } from './draft.ts'

/**
 * The draft without everything that GPX files and courses do not contain: texts, images, days, comments. They are made from it, so a change of
 * anything else leaves them as they are.
 */
export function draftOfWays<Whole extends Draft>(draft: Whole): Whole {
  return {
    ...draft,
    html: '',
    cover: null,
    stages: draft.stages.map((stage) => ({ ...stage, date: null, ...sectionOfWays(stage) })),
    restDays: [],
    general: sectionOfWays(draft.general),
  }
}

/** The origin of an item is only for warnings. */
const unseen = { image: null, externalId: '', pointer: null }

const sectionOfWays = ({ routes, pois, accommodations }: DraftSection): DraftSection => ({
  routes: routes.map((route) => ({ ...route, ...unseen, html: '' })),
  pois: pois.map((poi) => ({ ...poi, ...unseen })),
  texts: [],
  accommodations: accommodations.map((stay) => ({
    ...stay,
    ...unseen,
    arrivalDate: null,
    departureDate: null,
    comment: null,
  })),
})
