import { type Static, type TSchema, Type } from 'typebox'
import type { FieldRule } from '../field-rules.ts'
import { bounds, waypoints } from './coordinates.ts'
import examples from './examples.json' with { type: 'json' }
import { anyNames, descriptions, instant, issue, names } from './fields.ts'
import { routeIcon, sentRouteIcon } from './icons.ts'
import { accountId, customId, internalId, version } from './identifiers.ts'
import { changedImage, imageBase64, storedImage } from './images.ts'
import { byCustomId } from './references.ts'
import { closed, nullable, oneOf, text } from './shape.ts'

/** An override: a decimal number in a string. `null` or `""` restores the calculated value. */
const override = (unit: string) =>
  Type.Unsafe<string | null>({
    type: ['string', 'null'],
    pattern: '^(\\d{1,9}([.]\\d{1,9})?)?$',
    fault: 'decimal-text' satisfies FieldRule,
    description: `Overrides the calculated value; ${unit}.`,
  })

/** The attributes of a route, each in its unit. */
const attributes = <T extends TSchema>(inUnit: (unit: string) => T) => ({
  altitudeUp: inUnit('metres'),
  altitudeDown: inUnit('metres'),
  routeDistance: inUnit('kilometres'),
  time: inUnit('hours'),
})
export const routeAttributeNames = ['altitudeUp', 'altitudeDown', 'routeDistance', 'time'] as const

const overrides = closed(
  attributes((unit) => Type.Optional(override(unit))),
  { examples: [{ altitudeUp: '620', altitudeDown: '580', routeDistance: '14.2', time: '4.5' }] },
)

const color = Type.String({
  pattern: '^[0-9a-fA-F]{6}$',
  fault: 'bare-color' satisfies FieldRule,
  description: 'Line colour. Stored and returned; page and roadbook draw routes in the colours of the brand.',
  examples: ['ff6600'],
})

const sent = {
  remark: Type.Optional(text(10_000)),
  descriptions: Type.Optional(descriptions),
  color: Type.Optional(color),
  icon: Type.Optional(closed({ name: sentRouteIcon })),
}

export const routeCreation = closed(
  {
    account: accountId,
    library: Type.Optional(byCustomId),
    guidebook: Type.Optional(byCustomId),
    customId,
    names,
    attributes: overrides,
    waypoints,
    ...sent,
    imageBase64: Type.Optional(imageBase64),
  },
  { exactlyOneOf: ['library', 'guidebook'], examples: [examples.route] },
)

/** Only the fields that are sent change. Another container moves the route there. */
export const routeChange = closed(
  {
    account: accountId,
    library: Type.Optional(byCustomId),
    guidebook: Type.Optional(byCustomId),
    customId: Type.Optional(customId),
    names: Type.Optional(anyNames),
    attributes: Type.Optional(overrides),
    waypoints: Type.Optional(waypoints),
    ...sent,
    imageBase64: changedImage('image'),
  },
  {
    atMostOneOf: ['library', 'guidebook'],
    examples: [{ account: 'ACCOUNT_ID', names: { en: 'Over the pass' }, attributes: { time: '5' } }],
  },
)

const figures = attributes((unit) => nullable(Type.String({ description: `In ${unit}; null when it is unknown.` })))

/** The four values in the units of the specification, as decimal strings. */
export const effectiveAttributes = closed(figures)

export const calculatedAttributes = closed(
  {
    ...figures,
    elevationShare: Type.Number({ minimum: 0, maximum: 1, description: 'Share of points with a height, 0 to 1.' }),
    method: closed({
      distance: Type.String(),
      elevation: Type.String(),
      time: Type.String(),
      constants: Type.Record(Type.String(), Type.Number()),
    }),
  },
  { title: 'CalculatedAttributes' },
)
export type CalculatedAttributes = Static<typeof calculatedAttributes>

export const route = closed(
  {
    id: internalId,
    kind: Type.Literal('route'),
    account: accountId,
    library: nullable(byCustomId),
    guidebook: nullable(byCustomId),
    customId: nullable(customId),
    remark: Type.String(),
    names: anyNames,
    descriptions,
    image: nullable(storedImage),
    color: nullable(color),
    icon: nullable(closed({ name: routeIcon })),
    attributes: effectiveAttributes,
    overridden: Type.Array(oneOf(routeAttributeNames), { description: 'Attributes that the account overrides.' }),
    calculated: calculatedAttributes,
    warnings: Type.Array(issue),
    bounds: nullable(bounds),
    pointCount: Type.Integer({ minimum: 0 }),
    waypoints: Type.Optional(waypoints),
    version,
    createdAt: instant,
    updatedAt: instant,
  },
  { title: 'Route', description: 'A stored route. `waypoints` are present when a single item is read.' },
)
export type StoredRoute = Static<typeof route>
