import type { GuidebookContent } from '@guidebook/contracts'
import type { BookContent } from './book-content.ts'
import { storedPoi, storedRoute, storedText } from './stored-item.ts'

/** A guidebook of geodata as the content of a book: what a plain release shows, and what a customized one begins with. */
export const contentOfGuidebook = (guidebook: GuidebookContent): BookContent => ({
  titles: guidebook.titles,
  descriptions: guidebook.descriptions,
  cover: guidebook.cover,
  stages: guidebook.stages
    .map(({ number, titles, routes, pois, texts }) => ({
      number,
      titles,
      routes: routes.map(storedRoute),
      pois: pois.map(storedPoi),
      texts: texts.map(storedText),
    }))
    .sort((one, other) => one.number - other.number),
  general: {
    routes: guidebook.generalInfo.filter((item) => item.kind === 'route').map(storedRoute),
    pois: guidebook.generalInfo.filter((item) => item.kind === 'poi').map(storedPoi),
    texts: guidebook.generalInfo.filter((item) => item.kind === 'text').map(storedText),
  },
  stays: [],
})
