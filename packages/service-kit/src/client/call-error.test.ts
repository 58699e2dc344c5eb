import { operations } from '@guidebook/contracts'
import type { Dispatcher } from 'undici'
import { expect, test } from 'vitest'
import { refusalOf } from './call-error.ts'

const refused = (problem: object) => {
  const body = { text: async () => JSON.stringify(problem) }
  return refusalOf({ statusCode: 404, body } as Dispatcher.ResponseData, 'geodata', operations.readAccount)
}

test.each([{ code: ['not-found'] }, { code: 'toString' }, {}])('%j is no problem document', async (problem) => {
  expect(await refused(problem)).toMatchObject({ code: 'internal-error' })
})

test('a detail that is no text and faults that are no list are ignored', async () => {
  const error = await refused({ code: 'not-found', detail: { a: 1 }, errors: 'all' })
  expect(error).toMatchObject({ code: 'not-found', faults: [] })
  expect(error.message).not.toContain('object')
})
