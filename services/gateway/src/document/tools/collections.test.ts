import { operations, toOpenApi } from '@guidebook/contracts'
import { collectionSchema } from '@usebruno/schema'
import postman from 'postman-collection'
import { expect, test } from 'vitest'
import { brunoCollection } from './bruno.ts'
import { postmanCollection } from './postman.ts'
import { collectRequests } from './requests.ts'

const url = 'https://guidebook.test'
const chapters = collectRequests(toOpenApi(Object.values(operations), { publicUrl: url }))

test('Postman reads the collection, and sends each request as the reference describes it', () => {
  const collection = new postman.Collection(postmanCollection(chapters, url) as object)
  const requests = new Map<string, postman.Request>()
  collection.forEachItem(({ name, request }) => requests.set(name, request))
  expect(requests.size).toBeGreaterThan(75)
  const create = requests.get('Create a library')
  expect(create?.method).toBe('POST')
  expect(create?.url.toString()).toBe('{{baseUrl}}/content/library')
  expect(JSON.parse(create?.body?.toString() ?? '')).toMatchObject({ account: '{{account}}', customId: 'LIB-1' })
  const list = requests.get('List releases')
  expect(list?.url.getPath({ unresolved: true })).toBe('/content/release/:account')
  expect(list?.url.variables.get('account')).toBe('{{account}}')
  expect(list?.url.toString()).not.toContain('?')
  expect(requests.get('The roadbook')?.auth?.type).toBe('noauth')
  expect(collection.variables.get('baseUrl')).toBe(url)
})

test('Bruno accepts the collection', async () => {
  const collection = brunoCollection(chapters, url)
  // Bruno gives everything an ID when it imports a file.
  const withIds = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(withIds)
    if (typeof value !== 'object' || value === null) return value
    const fields = Object.entries(value).map(([name, inner]) => [name, withIds(inner)])
    const isNamed = 'name' in value || 'items' in value
    return { ...Object.fromEntries(fields), ...(isNamed && { uid: 'a'.repeat(21) }) }
  }
  await collectionSchema.validate(withIds(collection), { abortEarly: false })
  const requests = collection.items.flatMap(({ items }) => items)
  expect(requests.length).toBe(chapters.flatMap((chapter) => chapter.requests).length)
  const change = requests.find(({ name }) => name === 'Change the number of devices')
  expect(change?.request).toMatchObject({
    url: '{{baseUrl}}/content/release/:account/:release/devices/:devices',
    method: 'PATCH',
    headers: [{ name: 'Authorization', value: '{{apiKey}}' }],
  })
})

test('Bruno finds every parameter of a path by the name of its segment', () => {
  const requests = brunoCollection(chapters, url).items.flatMap(({ items }) => items.map(({ request }) => request))
  for (const { url: address, params } of requests) {
    const names = params.filter(({ type }) => type === 'path').map(({ name }) => `:${name}`)
    const segments = address.split('/').filter((segment) => segment.startsWith(':'))
    expect(segments.toSorted(), address).toEqual(names.toSorted())
  }
  const gpx = requests.find(({ params: [first] }) => first?.name === 'geodata_id' && first.value.endsWith('.gpx'))
  expect(gpx?.url).toBe('{{baseUrl}}/content/geodata/:geodata_id')
})
