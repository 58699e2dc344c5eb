import type { ImageRef, ItemKind } from '@guidebook/contracts'
import type * as rows from '../generated/rows.ts'
import type { Texts } from '../item/item-row.ts'

/** `release_key`, `release_id` and `generation` are null in a guidebook that the account wrote. */
export interface GuidebookRow extends Omit<rows.GuidebookRow, 'title_bytes'> {
  titles: Texts
  descriptions: Texts
  cover: ImageRef | null
}

export interface Stage extends Pick<rows.GuidebookStageRow, 'number'> {
  titles: Texts
}

/** Where an item is in a guidebook: `stage` is null in the general part. */
export type Place = Pick<rows.GuidebookMemberRow, 'stage' | 'section' | 'position'>
export type Section = Place['section']
/** `role`: of a route in its stage; null: its position decides. */
export type Member = Place & Pick<rows.GuidebookMemberRow, 'item_id' | 'role'>

export const stageSections = ['routes', 'pois', 'texts'] as const

const kinds: Readonly<Record<Section, ItemKind | null>> = {
  routes: 'route',
  pois: 'poi',
  texts: 'text',
  generalInfo: null,
}

/** The kind that a section holds; null for any. */
export const kindIn = (section: Section): ItemKind | null => kinds[section]

/** What a guidebook contains besides its own fields. */
export interface Contents {
  stages: readonly Stage[]
  members: readonly Member[]
}
