/** References between resources. */
import { type Static, Type } from 'typebox'
import { customId, internalId } from './identifiers.ts'
import { closed, oneOf } from './shape.ts'

export const byCustomId = closed({ customId }, { examples: [{ customId: 'LIB-1' }] })

/** An item by its internal ID, or by the custom IDs of its library and itself. */
export const itemReference = closed(
  { link: Type.Optional(internalId), libraryCustomId: Type.Optional(customId), customId: Type.Optional(customId) },
  {
    exactlyOneOf: ['link', ['libraryCustomId', 'customId']],
    description: 'Either `link`, or `libraryCustomId` and `customId`.',
    examples: [{ libraryCustomId: 'LIB-1', customId: 'POI-1' }, { link: '01890a5d-ac96-774b-bcce-b302099a8057' }],
  },
)
export type ItemReference = Static<typeof itemReference>

const routeRoles = ['main', 'leg', 'alternative'] as const

/** What a route is in its stage. */
export const routeRole = oneOf(routeRoles, {
  description:
    'Role of the route in its stage: a part of the main way (`main`), the continuation of a way (`leg`), or an `alternative`. Without it, a route that begins within 500 m of where the main way ends, or the route before it, continues that way; any other is an alternative. Totals, profile and the stage’s GPX file are those of the main way.',
})

/** A route of a stage. */
export const stageRouteReference = closed(
  { ...itemReference.properties, role: Type.Optional(routeRole) },
  {
    exactlyOneOf: ['link', ['libraryCustomId', 'customId']],
    description: 'Either `link`, or `libraryCustomId` and `customId`; optionally the route’s role.',
    examples: [{ libraryCustomId: 'LIB-1', customId: 'ROUTE-1', role: 'alternative' }],
  },
)

export const libraryMember = closed(
  { libraryCustomId: customId, customId },
  { examples: [{ libraryCustomId: 'LIB-1', customId: 'ROUTE-1' }] },
)

/** The item that a reference was bound to when its request was validated. Absent: bound by its custom IDs when it is built. */
const bound = { item: Type.Optional(internalId) }

/** The same references as releases gives them to the builder. */
export const boundReference = closed(
  { ...itemReference.properties, ...bound },
  { exactlyOneOf: ['link', ['libraryCustomId', 'customId']] },
)
export const boundMember = closed({ ...libraryMember.properties, ...bound })
export const boundEntry = { externalId: customId, libraryExternalId: customId, ...bound }

const itemKinds = ['route', 'poi', 'text'] as const
export type ItemKind = (typeof itemKinds)[number]
export const itemKind = oneOf(itemKinds)
