import type { ImageRef, ItemKind } from '@guidebook/contracts'
import type { Texts } from '../item/item-row.ts'

export interface GuidebookRow {
  account: string
  id: string
  /** Of a generated guidebook it may be that of its template, or none. */
  customId: string | null
  titles: Texts
  descriptions: Texts
  cover: ImageRef | null
  version: number
  /** null: a guidebook that the account wrote. */
  generation: number | null
  createdAt: Date
  updatedAt: Date
}

export interface Stage {
  number: number
  titles: Texts
}

export const stageSections = ['routes', 'pois', 'texts'] as const
export type Section = (typeof stageSections)[number] | 'generalInfo'

const kinds: Readonly<Record<Section, ItemKind | null>> = {
  routes: 'route',
  pois: 'poi',
  texts: 'text',
  generalInfo: null,
}

/** The kind that a section holds; null for any. */
export const kindIn = (section: Section): ItemKind | null => kinds[section]

/** Where an item stands: `stage` is null in the general part. */
export interface Place {
  stage: number | null
  section: Section
  position: number
}

export interface Member extends Place {
  itemId: string
}

/** All that a guidebook consists of besides its own fields. */
export interface Contents {
  stages: Stage[]
  members: Member[]
}
