import type { BookItem, BookStage } from './book-content.ts'

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
