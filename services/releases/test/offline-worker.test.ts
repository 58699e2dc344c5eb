import { readFileSync } from 'node:fs'
import { runInNewContext } from 'node:vm'
import { expect, it } from 'vitest'

const source = readFileSync(new URL('../browser/worker/offline-worker.js', import.meta.url), 'utf8')
const origin = 'https://guidebook.example'
const trip = '/t/own'
const script = '/t/assets/trip.js'

type Resource = string | Request
type Network = (path: string, init: RequestInit) => Response
type Timer = (expire: (error: unknown) => void, milliseconds: number, error: unknown) => void
const pathOf = (resource: Resource) => new URL(typeof resource === 'string' ? resource : resource.url, origin).pathname

/** The caches of a browser, in memory. `fill` leaves no room for more. */
function deviceCaches() {
  const stored = new Map<string, Map<string, Response>>()
  let isFull = false
  const find = (files: Map<string, Response> | undefined, resource: Resource) => files?.get(pathOf(resource))?.clone()
  const open = async (name: string) => {
    const files = stored.get(name) ?? new Map<string, Response>()
    stored.set(name, files)
    return {
      match: async (resource: Resource) => find(files, resource),
      put: async (resource: Resource, response: Response) => {
        if (isFull) throw new DOMException('There is no room.', 'QuotaExceededError')
        files.set(pathOf(resource), response)
      },
      delete: async (resource: Resource) => files.delete(pathOf(resource)),
      keys: async () => [...files.keys()],
    }
  }
  const caches = {
    open,
    has: async (name: string) => stored.has(name),
    delete: async (name: string) => stored.delete(name),
    keys: async () => [...stored.keys()],
    match: async (resource: Resource, { cacheName }: { cacheName?: string }) => {
      const names = cacheName === undefined ? [...stored.keys()] : [cacheName]
      return names.map((name) => find(stored.get(name), resource)).find((found) => found !== undefined)
    },
  }
  const fill = () => {
    isFull = true
  }
  return { caches, fill }
}

/** The service worker of a trip, in a browser that has these texts in its caches. By default no response is late. */
async function startWorker(cached: Record<string, Record<string, string>>, timer: Timer = () => undefined) {
  const { caches, fill } = deviceCaches()
  for (const [name, files] of Object.entries(cached)) {
    const cache = await caches.open(name)
    for (const [path, text] of Object.entries(files)) await cache.put(path, new Response(text))
  }
  let network: Network = offline
  const listeners = new Map<string, (event: unknown) => void>()
  runInNewContext(source, {
    self: {
      location: { origin },
      registration: { scope: origin + trip },
      addEventListener: (type: string, listener: (event: unknown) => void) => listeners.set(type, listener),
    },
    caches,
    fetch: async (resource: Resource, init: RequestInit = {}) => network(pathOf(resource), init),
    URL,
    setTimeout: timer,
    console: { warn: () => undefined },
  })
  return {
    caches,
    fill,
    setNetwork(next: Network) {
      network = next
    },
    /** The text of the response to a request of the page. */
    async load(path: string): Promise<string> {
      const response = await new Promise<Response>((respondWith) =>
        listeners.get('fetch')?.({ request: new Request(origin + path), respondWith }),
      )
      return await response.text()
    },
    async keep(key: string, files: readonly string[]): Promise<void> {
      const data = { keep: true, base: trip, version: 'v', key, files }
      await new Promise((waitUntil) => listeners.get('message')?.({ data, source: null, waitUntil }))
    },
  }
}

const offline: Network = () => {
  throw new TypeError('fetch failed')
}

/** A page as it names the key of its copy. */
const pageOf = (key: string, text: string) =>
  `<h1>${text}</h1><script type="application/json" id="offline-facts">${JSON.stringify({ base: trip, key })}</script>`
const cacheOf = (key: string, base = trip) => `trip ${base} ${key}`

it('on a full device, what the network returns is shown all the same', async () => {
  const worker = await startWorker({ [cacheOf('1')]: { [trip]: pageOf('1', 'yesterday') } })
  worker.fill()
  worker.setNetwork((path) => new Response(path === trip ? pageOf('1', 'today') : 'a script'))
  expect(await worker.load(trip)).toContain('today')
  expect(await worker.load('/t/assets/map.js')).toBe('a script')
})

it('a page that breaks off is replaced by the copy', async () => {
  const worker = await startWorker({ [cacheOf('1')]: { [trip]: pageOf('1', 'yesterday') } })
  const broken = () => new ReadableStream({ pull: (controller) => controller.error(new Error('reset')) })
  worker.setNetwork(() => new Response(broken()))
  expect(await worker.load(trip)).toContain('yesterday')
})

it('a page that stalls is replaced by the copy', async () => {
  // Every limit is reached as soon as nothing else is left to do.
  const atOnce: Timer = (expire, _, error) => setImmediate(expire, error)
  const worker = await startWorker({ [cacheOf('1')]: { [trip]: pageOf('1', 'yesterday') } }, atOnce)
  worker.setNetwork(() => new Response(new ReadableStream()))
  expect(await worker.load(trip)).toContain('yesterday')
})

it.each([429, 500, 503])('a response with status %i is replaced by the copy', async (status) => {
  const worker = await startWorker({ [cacheOf('1')]: { [trip]: pageOf('1', 'the trip') } })
  worker.setNetwork(() => new Response('Try again later.', { status }))
  expect(await worker.load(trip)).toContain('the trip')
})

it('without a network, scripts come from the copy of the trip, then from those loaded last, then from another trip', async () => {
  const [own, map, other] = [script, '/t/assets/map.js', '/t/assets/way.js']
  const worker = await startWorker({
    [cacheOf('1', '/t/other')]: { [own]: 'other', [map]: 'other', [other]: 'other' },
    assets: { [own]: 'loaded', [map]: 'loaded' },
    [cacheOf('1')]: { [trip]: pageOf('1', 'the trip'), [own]: 'own' },
  })
  expect(await Promise.all([own, map, other].map((path) => worker.load(path)))).toEqual(['own', 'loaded', 'other'])
})

it('the scripts of a copy are those of the server, not of the browser’s own cache', async () => {
  const worker = await startWorker({})
  const modes = new Map<string, RequestInit['cache']>()
  worker.setNetwork((path, { cache }) => {
    modes.set(path, cache)
    return new Response('')
  })
  await worker.keep('1', [trip, script])
  expect([...modes]).toEqual([
    [trip, undefined],
    [script, 'no-cache'],
  ])
})

it('a page is stored only in the copy that has its files, so an older complete copy stays as it is', async () => {
  const files = [trip, '/t/own/roadbook.pdf']
  const worker = await startWorker({
    [cacheOf('1')]: { [trip]: pageOf('1', 'old way'), '/t/own/roadbook.pdf': 'old book' },
  })
  worker.setNetwork((path) => (path === trip ? new Response(pageOf('2', 'new way')) : offline(path, {})))
  expect(await worker.load(trip)).toContain('new way')
  await worker.keep('2', files)
  worker.setNetwork((path) => (path === trip ? new Response(pageOf('2', 'new way, next day')) : offline(path, {})))
  expect(await worker.load(trip)).toContain('next day')
  worker.setNetwork(offline)
  expect(await worker.load(trip)).toContain('old way')

  // The visit without a network leaves what the new copy has already.
  await worker.keep('1', files)
  worker.setNetwork((path) => (path === trip ? offline(path, {}) : new Response('new book')))
  await worker.keep('2', files)
  expect(await worker.caches.keys()).toEqual([cacheOf('2')])
  worker.setNetwork(offline)
  expect(await worker.load(trip)).toContain('next day')
  expect(await worker.load('/t/own/roadbook.pdf')).toBe('new book')
})

it('a trip that returns to the state of its complete copy leaves nothing of a later copy', async () => {
  const worker = await startWorker({
    [cacheOf('1')]: { [trip]: pageOf('1', 'old way') },
    [cacheOf('2')]: { [trip]: pageOf('2', 'new way') },
  })
  worker.setNetwork(() => new Response(pageOf('1', 'old way again')))
  expect(await worker.load(trip)).toContain('old way again')
  await worker.keep('1', [trip])
  expect(await worker.caches.keys()).toEqual([cacheOf('1')])
})
