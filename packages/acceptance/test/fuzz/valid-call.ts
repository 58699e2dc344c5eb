/** Requests that must be accepted: any values that the contract allows, where the account’s own things are named. */
import type { Operation } from '@guidebook/contracts'
import { type Choose, valuesOf } from '@guidebook/contracts/test'
import fc, { type Arbitrary } from 'fast-check'
import type { TSchema } from 'typebox'
import type { Things } from '../../src/account/fixtures.ts'
import { requests } from '../../src/account/requests.ts'
import type { Call } from '../../src/contract/call.ts'
import { identifyingFields } from '../../src/contract/fields.ts'

import { type Body, followRules } from './rules.ts'

/** One white pixel. */
const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8/5+hHgAHggJ/PchI7wAAAABJRU5ErkJggg=='

const choose: Choose = (pointer) => (pointer.endsWith('/imageBase64') ? fc.constant(pixel) : undefined)
const generated = (schema: TSchema | undefined) =>
  schema === undefined ? fc.constant(undefined) : (valuesOf(schema, choose) as Arbitrary<Body>)

export interface Draft {
  params: Body | undefined
  query: Body | undefined
  body: Body | undefined
}

/** What the contract alone says; `toCall` makes of it a request about things that there are. */
export const drafts = ({ params, query, body }: Operation): Arbitrary<Draft> =>
  fc.record({ params: generated(params), query: generated(query), body: generated(body) })

/** The draft with the names of own things in it, and within the rules that no schema says. */
export async function toCall(operation: Operation, own: Things, draft: Draft): Promise<Call> {
  const prepare = requests[operation.id as keyof typeof requests]
  if (prepare === undefined)
    throw new Error(`${operation.id}: nobody has said how it is asked (src/account/requests.ts)`)
  const usual = await prepare(own)
  const names = new Set(identifyingFields(operation))
  const named = (place: string, value: unknown, example: unknown) =>
    withNames(value, '', (pointer, made) => {
      if (!names.has(`${place} ${pointer}`)) return made
      // The usual request places its route in a library.
      if (pointer === '/guidebook/customId') return own.guidebook
      const known = valueAt(example, pointer.slice(1).split('/'))
      return place === 'body' ? nameFor(made, known) : (known ?? made)
    })
  const texts = (value: Body | undefined, example: Record<string, string> = {}, place = 'path') =>
    Object.fromEntries(
      Object.entries((named(place, value ?? {}, example) ?? {}) as Body).map(([name, text]) => [name, String(text)]),
    )
  const { cursor: _, ...query } = texts(draft.query, usual.query, 'query')
  return {
    params: { ...texts(draft.params, usual.params), ...apart(operation, own) },
    query,
    ...(draft.body === undefined
      ? {}
      : { body: followRules(operation.id, named('body', draft.body, usual.body) as Body) }),
    ...(usual.headers === undefined ? {} : { headers: usual.headers }),
    ...(usual.file === undefined ? {} : { file: usual.file }),
  }
}

/** A name that is given to something new may be anything; of what there is the name is known. */
function nameFor(made: unknown, known: unknown): unknown {
  if (typeof made !== 'string' || typeof known !== 'string' || !known.startsWith('fresh-')) return known ?? made
  return [...made].slice(0, 200).join('') + known
}

/** Changes are tried on a release of their own, and what would keep later ones from being accepted is not done for good. */
const apart = ({ id, method, params }: Operation, { spare }: Things): Record<string, string> => ({
  ...(method.startsWith('P') && params?.properties.release ? { release: spare } : {}),
  ...(id === 'setReleaseLocked' ? { flag: '0' } : {}),
})

function withNames(value: unknown, pointer: string, name: (pointer: string, value: unknown) => unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => withNames(item, `${pointer}/*`, name))
  if (typeof value !== 'object' || value === null) return name(pointer, value)
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, withNames(inner, `${pointer}/${key}`, name)]),
  )
}

/** The first value at that place; undefined when there is none. */
function valueAt(value: unknown, [step, ...rest]: readonly string[]): unknown {
  if (step === undefined) return value
  if (typeof value !== 'object' || value === null) return undefined
  if (step !== '*') return valueAt((value as Body)[step], rest)
  for (const item of Object.values(value)) {
    const found = valueAt(item, rest)
    if (found !== undefined) return found
  }
  return undefined
}
