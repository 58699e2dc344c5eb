import { etagOf } from '@guidebook/service-kit'
import type { ItemRow } from './item-row.ts'

/** The same for every form in which an item is answered, with its points or without. */
export const itemEtag = ({ id, version, library, guidebook }: ItemRow): string =>
  // The containers' custom IDs are shown too, and change without the item.
  etagOf([id, version, library, guidebook])
