import { readFileSync } from 'node:fs'
import { type Operation, operations } from '@guidebook/contracts'
import { describe, expect, it } from 'vitest'
import { createClient, List, version } from '../src/index.ts'

const parameter = /\{\w+\}/g
const literals = (path: string) => path.replaceAll(parameter, '').length

const partnerOperations = Object.values<Operation>(operations)
  .filter(({ audience }) => audience === 'partner')
  // A parameter also matches the literal text of a more specific path, which therefore comes first.
  .toSorted((a, b) => literals(b.path) - literals(a.path))
const isAt = (path: string, template: string) => new RegExp(`^${template.replaceAll(parameter, '[^/]+')}$`).test(path)

/** All path parameters; each method uses those that it needs. */
const names = [
  'account',
  'release',
  'customId',
  'route_id',
  'geodata_id',
  'key_id',
  'delivery_id',
  'run',
  'devices',
  'user_id',
]
const anything = Object.fromEntries(names.map((name) => [name, name]))

/** The operation that a method calls. */
async function operationOf(method: (...given: unknown[]) => unknown): Promise<Operation> {
  requested.length = 0
  const called = method(anything, anything)
  await firstOf(called).then(null, () => undefined)
  const [{ verb, path } = { verb: '', path: '' }] = requested
  const found = partnerOperations.find((one) => one.method === verb && isAt(path, one.path))
  if (found === undefined) throw new Error(`${verb} ${path} is no partner operation`)
  return found
}

/** Starts the request: lists and event streams send it when they are read. */
function firstOf(called: unknown): Promise<unknown> {
  if (called instanceof List) return called.page()
  return 'next' in (called as object) ? (called as AsyncGenerator).next() : (called as Promise<unknown>)
}

const requested: { verb: string; path: string }[] = []
const client = createClient({
  baseUrl: 'http://service.test',
  apiKey: 'key',
  fetch: async (url, init) => {
    requested.push({ verb: init?.method ?? '', path: new URL(String(url)).pathname })
    return new Response('{}', { status: 404 })
  },
})

type Method = (...given: unknown[]) => unknown
const methods = new Map<string, Method>()
const gather = (group: object, path: string) => {
  for (const [name, member] of Object.entries(group)) {
    if (typeof member === 'function') methods.set(`${path}${name}`, member)
    else gather(member, `${path}${name}.`)
  }
}
gather(client, '')

/** Methods that call the operation of another method. */
const secondMethods = new Set(['releases.untilBuilt', 'account.imports.rows'])

it('every partner operation has one method', async () => {
  const reached: string[] = []
  for (const [name, method] of methods) {
    if (!secondMethods.has(name)) reached.push((await operationOf(method)).id)
  }
  expect(reached.toSorted()).toEqual(partnerOperations.map(({ id }) => id).toSorted())
})

describe('the table of the README', () => {
  const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8')
  const rows = [...readme.matchAll(/^\| (\d+) +\| `(\w+) (\S+)` +\| `([\w.]+)`/gm)].map(([, ...row]) => row)

  it('has the sixteen endpoints of the interface specification', () => {
    expect(rows.map(([number]) => Number(number))).toEqual(Array.from({ length: 16 }, (_, index) => index + 1))
  })

  it.each(rows)('names the method of endpoint %s, %s %s: %s', async (_, verb, path, name) => {
    const method = methods.get(name ?? '')
    expect(method).toBeTypeOf('function')
    expect(await operationOf(method as Method)).toMatchObject({ method: verb, path })
  })
})

it('the version is the one in package.json', () => {
  expect(version).toBe(JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')).version)
})
