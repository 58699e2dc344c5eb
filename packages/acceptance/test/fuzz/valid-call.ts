/** Requests that must be accepted: any values that the contract allows, with ids of the account's own resources. */
import { type Operation, schemas } from '@guidebook/contracts'
import { type Choose, valuesOf } from '@guidebook/contracts/test'
import fc, { type Arbitrary } from 'fast-check'
import type { TSchema } from 'typebox'
import type { Fixtures } from '../../src/account/fixtures.ts'
import { requests } from '../../src/account/requests.ts'
import type { Call } from '../../src/contract/call.ts'
import { identifyingFields } from '../../src/contract/fields.ts'
import { type Body, followRules } from './rules.ts'

/** One white pixel. */
const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8/5+hHgAHggJ/PchI7wAAAABJRU5ErkJggg=='

const files = new Map([
  ['imageBase64', pixel],
  ['pdfBase64', schemas.emptyPdf],
])
const choose: Choose = (pointer) => {
  const content = files.get(pointer.slice(pointer.lastIndexOf('/') + 1))
  return content === undefined ? undefined : fc.constant(content)
}
const generated = (schema: TSchema | undefined) =>
  schema === undefined ? fc.constant(undefined) : (valuesOf(schema, choose) as Arbitrary<Body>)

export interface Draft {
  params: Body | undefined
  query: Body | undefined
  body: Body | undefined
}

/** Requests generated from the contract alone; `toCall` inserts ids of existing resources. */
export const drafts = ({ params, query, body }: Operation): Arbitrary<Draft> =>
  fc.record({ params: generated(params), query: generated(query), body: generated(body) })

/** The usual request for own resources. Some create a resource for it. */
export async function usualCall({ id }: Operation, own: Fixtures): Promise<Call> {
  const prepare = requests[id as keyof typeof requests]
  if (prepare === undefined) throw new Error(`${id} has no request. Add one to src/account/requests.ts.`)
  return await prepare(own)
}

/** The draft with ids of own resources from the usual request, corrected to obey the rules that schemas do not express. */
export function toCall(operation: Operation, own: Fixtures, usual: Call, draft: Draft): Call {
  const identifying = new Set(identifyingFields(operation))
  const withOwnIds = (place: string, value: unknown, example: unknown) =>
    replaceLeaves(value, '', (pointer, generatedId) => {
      if (!identifying.has(`${place} ${pointer}`)) return generatedId
      // The usual request uses the alternative field, `library`.
      if (pointer === '/guidebook/customId') return own.guidebook
      const usualId = valueAt(example, pointer.slice(1).split('/'))
      return place === 'body' ? idFor(generatedId, usualId) : (usualId ?? generatedId)
    })
  const texts = (value: Body | undefined, example: Record<string, string> = {}, place = 'path') =>
    Object.fromEntries(
      Object.entries((withOwnIds(place, value ?? {}, example) ?? {}) as Body).map(([name, text]) => [
        name,
        String(text),
      ]),
    )
  const { cursor: _, ...query } = texts(draft.query, usual.query, 'query')
  return {
    params: { ...texts(draft.params, usual.params), ...safeParams(operation, own) },
    // Their pages exist in one language here.
    query: /GuidebookPreview|^previewPage$/.test(operation.id) ? {} : query,
    ...(draft.body === undefined
      ? {}
      : { body: followRules(operation.id, withOwnIds('body', draft.body, usual.body) as Body) }),
    ...(usual.headers === undefined ? {} : { headers: usual.headers }),
    ...(usual.file === undefined ? {} : { file: usual.file }),
  }
}

/** The id of an existing resource is the usual one. A new custom ID may be any text, and is made unique. */
function idFor(generatedId: unknown, usualId: unknown): unknown {
  if (typeof generatedId !== 'string' || typeof usualId !== 'string' || !usualId.startsWith('fresh-'))
    return usualId ?? generatedId
  return [...generatedId].slice(0, 200).join('') + usualId
}

/**
 * Sends changes to a separate release, and does not lock it: a locked release refuses later changes. A document is attached to a new release, which
 * has room for it.
 */
const safeParams = ({ id, method, params }: Operation, { spare }: Fixtures): Record<string, string> => ({
  ...(method.startsWith('P') && params?.properties.release && id !== 'attachDocument' ? { release: spare } : {}),
  ...(id === 'setReleaseLocked' ? { flag: '0' } : {}),
})

function replaceLeaves(
  value: unknown,
  pointer: string,
  replace: (pointer: string, value: unknown) => unknown,
): unknown {
  if (Array.isArray(value)) return value.map((item) => replaceLeaves(item, `${pointer}/*`, replace))
  if (typeof value !== 'object' || value === null) return replace(pointer, value)
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, replaceLeaves(inner, `${pointer}/${key}`, replace)]),
  )
}

/** The first value that matches the path; undefined when there is none. */
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
