import { type Static, Type } from 'typebox'
import { poi } from './poi.ts'
import { itemKinds } from './references.ts'
import { route } from './route.ts'
import { oneOf } from './shape.ts'
import { textPage } from './text-page.ts'

export const itemKind = oneOf(itemKinds)

/** Any item of a library. */
export const item = Type.Union([route, poi, textPage], { title: 'Item' })
export type StoredItem = Static<typeof item>
