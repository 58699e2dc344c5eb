import type { GuidebookContent } from '@guidebook/contracts'
import type { BookContent } from './book-content.ts'
import { storedPoi, storedRoute, storedText } from './stored-item.ts'

/** Items of a stored guidebook have no pointer into a request. */
const withoutPointer =
  <Item, Made>(make: (item: Item, pointer: null) => Made) =>
  (item: Item): Made =>
    make(item, null)

/** The content of a stored guidebook: shown by a plain release, extended by a customized one. */
export const contentOfGuidebook = (guidebook: GuidebookContent): BookContent => ({
  titles: guidebook.titles,
  descriptions: guidebook.descriptions,
  cover: guidebook.cover,
  coverPointer: null,
  stages: guidebook.stages
    .map(({ number, titles, routes, pois, texts }) => ({
      number,
      titles,
      routes: routes.map(withoutPointer(storedRoute)),
      pois: pois.map(withoutPointer(storedPoi)),
      texts: texts.map(withoutPointer(storedText)),
    }))
    .sort((one, other) => one.number - other.number),
  general: {
    routes: guidebook.generalInfo.filter((item) => item.kind === 'route').map(withoutPointer(storedRoute)),
    pois: guidebook.generalInfo.filter((item) => item.kind === 'poi').map(withoutPointer(storedPoi)),
    texts: guidebook.generalInfo.filter((item) => item.kind === 'text').map(withoutPointer(storedText)),
  },
  stays: [],
})
