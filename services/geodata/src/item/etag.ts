import { etagOf } from '@guidebook/service-kit'
import type { ItemRow } from './item-row.ts'
import { presentItem } from './present.ts'

/** The same for every form in which an item is answered, with its points or without: they change with its version. */
export const itemEtag = (row: ItemRow): string => etagOf(presentItem(row))
