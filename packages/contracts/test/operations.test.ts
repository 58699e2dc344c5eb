import { Ajv2020 } from 'ajv/dist/2020.js'
import type { TArray, TObject } from 'typebox'
import { describe, expect, test } from 'vitest'
import {
  commonErrors,
  errorCatalogue,
  messages,
  type Operation,
  operations,
  queueName,
  validate,
} from '../src/index.ts'
import { attachDocument } from '../src/operations/documents.ts'
import { changedImage, imageBase64 } from '../src/schemas/images.ts'
import { schemasWithin } from './schema-walk.ts'

const all: Operation[] = Object.values(operations)
const schemasOf = (operation: Operation) => [
  operation.params,
  operation.query,
  operation.body,
  ...Object.values(operation.responses).map(({ body }) => body),
]

describe('operations', () => {
  test('have schemas that follow JSON Schema', () => {
    const schemas = all.flatMap((operation) => [operation.headers, ...schemasOf(operation)])
    const ajv = new Ajv2020()
    for (const schema of schemas) if (schema !== undefined) ajv.validateSchema(schema, true)
    expect(() => ajv.validateSchema({ type: 'number', minimum: 'one' }, true)).toThrow('minimum')
  })

  test('declare exactly the parameters of their path', () => {
    for (const { id, path, params } of all) {
      const named = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]).toSorted()
      expect(Object.keys(params?.properties ?? {}).toSorted(), id).toEqual(named)
    }
  })

  test('have a unique method and path', () => {
    const places = all.map(({ method, path }) => `${method} ${path.replaceAll(/\{\w+\}/g, '{}')}`)
    expect(new Set(places).size).toBe(places.length)
  })

  test('have the path prefix of their audience', () => {
    for (const { id, audience, path, callers } of all) {
      const root = path.split('/')[1]
      const expected = {
        internal: ['internal'],
        admin: ['admin'],
        traveller: ['t'],
        portal: ['portal'],
        support: ['support'],
        partner: ['content', 'account'],
      }[audience]
      expect(expected, id).toContain(root)
      expect(callers !== undefined, id).toBe(audience === 'internal')
    }
  })

  test('of partners declare the least role of a person, and changes need more than to read', () => {
    for (const { id, audience, role, method, changesNothing } of all) {
      expect(role !== undefined, id).toBe(audience === 'partner')
      if (role === 'viewer') expect(method === 'GET' || changesNothing === true, id).toBe(true)
    }
  })

  test('have schemas that the validator compiles in strict mode', () => {
    for (const operation of all) for (const schema of schemasOf(operation)) if (schema) validate(schema, {})
    for (const { data } of Object.values(messages)) validate(data, {})
  })

  test('take arrays of numbers of bounded length as columns', () => {
    const taken = all.flatMap(({ id, body, bodyColumns }) => (bodyColumns ? [{ id, body, ...bodyColumns }] : []))
    expect(taken.map(({ id }) => id)).toEqual([
      'createRoute',
      'updateRoute',
      'createOnDemandRelease',
      'updateOnDemandRelease',
    ])
    for (const { id, body, field, names, array: declared, most } of taken) {
      const array = declared as TArray & { maxItems: number }
      const places = JSON.stringify(body).split(`"${field}":`).slice(1)
      // In examples the field has an array, in schemas an object.
      const schemas = places.filter((place) => place.startsWith('{'))
      expect(schemas.length, id).toBeGreaterThan(0)
      for (const schema of schemas) expect(schema.startsWith(JSON.stringify(array)), id).toBe(true)
      expect(most, id).toBeGreaterThan(array.maxItems)
      const item = array.items as TObject & { additionalProperties?: boolean }
      const limits = ['minItems', 'maxItems', 'description', 'examples']
      expect(
        Object.keys(array).filter((keyword) => !limits.includes(keyword)),
        id,
      ).toEqual(['type', 'items'])
      expect(item.additionalProperties, id).toBe(false)
      const fields = Object.entries(item.properties as Record<string, { type?: string }>)
      expect(fields.map(([name, { type }]) => [name, type])).toEqual(names.map((name) => [name, 'number']))
    }
  })

  test('take Base64 as bytes', () => {
    const taken = all.flatMap(({ id, body, bodyBase64 }) => (bodyBase64 ? [{ id, body, field: bodyBase64 }] : []))
    expect(taken.map(({ id }) => id).toSorted()).toEqual([
      ...['attachDocument', 'createOnDemandRelease', 'createPoi', 'createRoute', 'createText', 'patchPoi'],
      ...['updateOnDemandRelease', 'updatePoi', 'updateRoute', 'updateText'],
    ])
    // At most the beginning of the text is checked, because the rest may have become bytes.
    const schemasOf: Record<string, object[]> = {
      imageBase64: [imageBase64, changedImage('image')],
      pdfBase64: [attachDocument.body.properties.pdfBase64],
    }
    for (const schema of Object.values(schemasOf).flat()) {
      const beginning = '^[A-Za-z0-9+/]{5}'
      const { type, wellFormed, pattern = beginning, fault, ...rest } = { ...schema } as Record<string, unknown>
      expect([type].flat()[0]).toBe('string')
      expect({ wellFormed, pattern }).toEqual({ wellFormed: true, pattern: beginning })
      expect(Object.keys(rest).toSorted()).toEqual(['description', 'examples'])
    }
    for (const { id, body, field } of taken) {
      const places = JSON.stringify(body).split(`"${field}":`).slice(1)
      expect(places.length, id).toBeGreaterThan(0)
      const beginnings = schemasOf[field]?.map((schema) => JSON.stringify(schema)) ?? []
      for (const place of places)
        expect(
          beginnings.some((beginning) => place.startsWith(beginning)),
          id,
        ).toBe(true)
    }
  })

  test('check every text of a body for NUL and lone surrogates', () => {
    for (const { id, body, params, query } of all) {
      for (const schema of [body, params, query]) {
        if (schema === undefined) continue
        for (const node of schemasWithin(schema)) {
          if (![node.type].flat().includes('string')) continue
          const bounded = ['wellFormed', 'pattern', 'format', 'enum', 'const', 'routeIcon'].some(
            (keyword) => keyword in node,
          )
          const ours = id === 'storeGuidebook' || id.startsWith('checkRelease')
          expect(bounded || ours, `${id}: ${JSON.stringify(node)}`).toBe(true)
        }
      }
    }
  })

  test('refuse unknown fields wherever a partner sends an object', () => {
    for (const { id, body, query, audience } of all) {
      // Other providers redirect to this one.
      if (audience === 'internal' || id === 'finishOpenIdSignIn') continue
      for (const schema of [body, query]) {
        if (schema === undefined) continue
        for (const node of schemasWithin(schema)) {
          if (node.type === 'object') expect(node.additionalProperties, id).toBe(false)
        }
      }
    }
  })

  test('carry examples that their schemas accept', () => {
    const nodes = all.flatMap((operation) =>
      schemasOf(operation).flatMap((schema) => (schema === undefined ? [] : [...schemasWithin(schema)])),
    )
    // Many schemas are copies of one another, and each is compiled.
    const distinct = new Map(nodes.filter(({ examples }) => examples).map((node) => [JSON.stringify(node), node]))
    let examples = 0
    for (const node of distinct.values()) {
      for (const example of node.examples as unknown[]) {
        expect(validate(node, example), JSON.stringify(example)).toEqual([])
        examples++
      }
    }
    expect(examples).toBeGreaterThan(20)
  })

  test('honour Idempotency-Key, except those whose repeat has no second effect', () => {
    const without = all.filter(({ audience, method, errors, changesNothing }) => {
      if (
        ['internal', 'portal', 'support'].includes(audience) ||
        method === 'GET' ||
        method === 'DELETE' ||
        changesNothing
      )
        return false
      return !errors.includes('idempotency-key-reused')
    })
    expect(without.map(({ id }) => id).toSorted()).toEqual([
      'buildRelease',
      'createAdminToken',
      'enableAccountWebhook',
      'impersonateAccount',
      'redriveQueue',
      'registerDevice',
      'releaseImport',
      'setAccountImport',
      'suspendAccount',
    ])
  })

  test('never store a response with a secret', () => {
    for (const { id, responses, secret } of all) {
      const bodies = Object.values(responses).map(
        ({ body }) => body as { title?: string; properties?: object } | undefined,
      )
      const holdsSecret = bodies.some(
        (body) =>
          ['NewApiKey', 'SignInLink', 'ImpersonationLink'].includes(body?.title ?? '') ||
          ['secret', 'token'].some((name) => Object.hasOwn(body?.properties ?? {}, name)),
      )
      expect(secret === true, id).toBe(holdsSecret)
    }
  })
})

describe('the error catalogue', () => {
  test('has no unused code', () => {
    const used = new Set<string>([...commonErrors, ...all.flatMap(({ errors }) => errors)])
    const byTheKit = ['forbidden']
    const byThePortal = ['role-too-small']
    const ofRows = ['ambiguous-date']
    expect(Object.keys(errorCatalogue).filter((code) => !used.has(code))).toEqual([
      ...byTheKit,
      ...ofRows,
      ...byThePortal,
    ])
  })

  test('has codes in kebab case and statuses of errors', () => {
    for (const [code, { status, title, description, remedy, ...rest }] of Object.entries(errorCatalogue)) {
      expect(code).toMatch(/^[a-z]+(-[a-z]+)*$/)
      expect(status).toBeGreaterThanOrEqual(400)
      expect(title.length * description.length * remedy.length).toBeGreaterThan(0)
      expect(['detail', 'fault']).toEqual(expect.arrayContaining(Object.keys(rest)))
    }
  })
})

describe('messages', () => {
  test('have other services as subscribers', () => {
    for (const message of Object.values(messages)) {
      expect(message.subscribers.length).toBeGreaterThan(0)
      expect(message.subscribers).not.toContain(message.source)
    }
  })

  test('name the account and a version or generation, or the command they belong to', () => {
    for (const { type, data } of Object.values(messages)) {
      const fields = Object.keys(data.properties)
      expect(fields.includes('account') || fields.includes('id'), type).toBe(true)
      expect(
        ['version', 'generation', 'commandId'].some((field) => fields.includes(field)),
        type,
      ).toBe(true)
    }
  })

  test('have a queue for each subscriber', () => {
    expect(queueName('webhooks', 'release.shared.v1')).toBe('webhooks.release.shared.v1')
  })
})
