import type { BookItem, BookStage } from './book-content.ts'

/** Whose text it is; for a warning about it. */
export interface TextOwner {
  /** In words: the item's custom ID, or `the title`. */
  called: string
  /** Null for what is no item. */
  externalId: string | null
  pointer: string | null
}

/** A text that belongs to no item. */
const part = (called: string): TextOwner => ({ called, externalId: null, pointer: null })

export const titleOwner = part('the title')
export const descriptionOwner = part('the description')
export const stageOwner = ({ number }: Pick<BookStage, 'number'>): TextOwner => part(`the title of stage ${number}`)
export const itemOwner = ({ externalId, pointer }: Pick<BookItem, 'externalId' | 'pointer'>): TextOwner => ({
  called: externalId,
  externalId,
  pointer,
})

/** The same for the same owner. */
export const ownerKey = (owner: TextOwner): string => JSON.stringify([owner.called, owner.externalId, owner.pointer])
