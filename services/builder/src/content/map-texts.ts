import type { BookContent, BookItem, Texts } from './book-content.ts'
import { descriptionOwner, itemOwner, stageOwner, type TextOwner, titleOwner } from './text-owner.ts'

export interface TextPlace {
  texts: Texts
  format: 'plain' | 'html'
  owner: TextOwner
}

/** Replaces the texts of the content, in the order of the book. Comments of a booking have no languages and stay. */
export function mapTexts(content: BookContent, map: (place: TextPlace) => Texts): BookContent {
  const plain = (texts: Texts, owner: TextOwner) => map({ texts, format: 'plain', owner })
  const html = (texts: Texts, owner: TextOwner) => map({ texts, format: 'html', owner })
  const item = <Item extends BookItem>(one: Item): Item => ({
    ...one,
    names: plain(one.names, itemOwner(one)),
    descriptions: html(one.descriptions, itemOwner(one)),
  })
  const section = <Section extends BookContent['general']>(part: Section): Section => ({
    ...part,
    routes: part.routes.map(item),
    pois: part.pois.map(item),
    texts: part.texts.map(item),
  })
  return {
    ...content,
    titles: plain(content.titles, titleOwner),
    descriptions: html(content.descriptions, descriptionOwner),
    stages: content.stages.map((stage) => ({ ...section(stage), titles: plain(stage.titles, stageOwner(stage)) })),
    general: section(content.general),
    stays: content.stays.map((stay) => ({ ...stay, place: item(stay.place) })),
  }
}
