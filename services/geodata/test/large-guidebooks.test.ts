import { DependencyUnavailableError, FairSemaphore, type OperationRequest } from '@guidebook/service-kit'
import { expect } from 'vitest'
import type { Context } from '../src/context.ts'
import { readGuidebook } from '../src/guidebook/read-guidebook.ts'
import { readGuidebookContent } from '../src/internal/read-guidebook-content.ts'
import { it } from './fixture.ts'

const long = 'é'.repeat(150_000)
const languages = ['de', 'en', 'es', 'fr', 'it', 'nl']
const stages = Array.from({ length: 30 }, (_, index) => ({
  number: index + 1,
  titles: Object.fromEntries(languages.map((language) => [language, 'é'.repeat(800)])),
}))

it.for([
  ['descriptions', { descriptions: { en: long } }],
  ["its stages' titles", { stages }],
] as const)('a guidebook with long %s takes a share for large responses', async ([_, texts], { shared }) => {
  const me = shared.newPartner()
  const { status, body } = await me.guidebook('LONG', texts)
  expect(status).toBe(201)
  const largeReads = new FairSemaphore({ capacity: 1, mostWaiting: 0 })
  expect(largeReads.take('busy')).toBe(true)
  const context = { database: shared.database, largeReads } as unknown as Context
  const request = (params: object) => {
    const identity = { account: me.account }
    const { signal } = new AbortController()
    return { identity, params, query: identity, signal } as unknown as OperationRequest
  }
  const read = () => readGuidebook(context).handler(request({ account: me.account, customId: 'LONG' }))
  const build = () => readGuidebookContent(context).handler(request({ guidebook_id: body.id }))
  await expect(read()).rejects.toThrow(DependencyUnavailableError)
  await expect(build()).rejects.toThrow(DependencyUnavailableError)
})
