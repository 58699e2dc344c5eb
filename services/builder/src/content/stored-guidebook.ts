import type { GuidebookContent } from '@guidebook/contracts'
import type { BookContent } from './book-content.ts'
import { storedPoi, storedRoute, storedText } from './stored-item.ts'

/** No request names what a guidebook holds. */
const own =
  <Item, Made>(make: (item: Item, pointer: null) => Made) =>
  (item: Item): Made =>
    make(item, null)

/** A guidebook of geodata as the content of a book: what a plain release shows, and what a customized one begins with. */
export const contentOfGuidebook = (guidebook: GuidebookContent): BookContent => ({
  titles: guidebook.titles,
  descriptions: guidebook.descriptions,
  cover: guidebook.cover,
  coverPointer: null,
  stages: guidebook.stages
    .map(({ number, titles, routes, pois, texts }) => ({
      number,
      titles,
      routes: routes.map(own(storedRoute)),
      pois: pois.map(own(storedPoi)),
      texts: texts.map(own(storedText)),
    }))
    .sort((one, other) => one.number - other.number),
  general: {
    routes: guidebook.generalInfo.filter((item) => item.kind === 'route').map(own(storedRoute)),
    pois: guidebook.generalInfo.filter((item) => item.kind === 'poi').map(own(storedPoi)),
    texts: guidebook.generalInfo.filter((item) => item.kind === 'text').map(own(storedText)),
  },
  stays: [],
})
