import type { BookContent, BookItem, BookStage, Texts } from './book-content.ts'

/** The item or part of the guidebook that a text belongs to; for warnings. */
export interface TextOwner {
  /** The item's custom ID, or for example `the title`. */
  name: string
  /** Null if the owner is not an item. */
  externalId: string | null
  pointer: string | null
}

/** The owner of a text that belongs to no item. */
const part = (name: string): TextOwner => ({ name, externalId: null, pointer: null })

export const titleOwner = part('the title')
export const descriptionOwner = part('the description')
export const stageOwner = ({ number }: Pick<BookStage, 'number'>): TextOwner => part(`the title of stage ${number}`)
export const itemOwner = ({ externalId, pointer }: Pick<BookItem, 'externalId' | 'pointer'>): TextOwner => ({
  name: externalId,
  externalId,
  pointer,
})

/** Equal for equal owners. */
export const ownerKey = ({ name, externalId, pointer }: TextOwner): string =>
  JSON.stringify([name, externalId, pointer])

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
