/**
 * Keeps whole trips for days without a network. Each trip has one cache, `trip <base> <key>`; all that the page of that state needs is
 * in it. Answers come from the network when that is quick, else from the cache.
 */

const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self))

/** Milliseconds until the network responds. With one bar of signal the copy is better than waiting. */
const patience = 4_000
/** Milliseconds after that until the page is complete: a slow one is still newer than the copy. */
const pagePatience = 15_000
/** The trip, or one file of it, is no longer for this traveller. */
const withdrawn = [403, 404, 410]
const notThere = 404
const tooManyRequests = 429

/** The key of the page that last came from the network, by trip. Lost when the browser stops the worker. @type {Map<string, string>} */
const newest = new Map()

worker.addEventListener('install', () => void worker.skipWaiting())
worker.addEventListener('activate', (event) => event.waitUntil(worker.clients.claim()))

/** `version` is for people, `key` tells one state of the files from another. @typedef {{ base: string, version: string, key: string, files: string[] }} Trip */

worker.addEventListener('message', (event) => {
  const { data, source } = event
  /** @param {object} news */
  const tell = (news) => source?.postMessage({ base: data.base, ...news })
  if (data?.keep === true) event.waitUntil(keep(data, tell))
  else if (data?.look === true) event.waitUntil(look(data, tell))
})

/** Says whether the trip is kept already, and loads nothing. @param {Trip} trip @param {(news: object) => void} tell */
async function look({ base, version, key, files }, tell) {
  const cache = (await caches.has(nameOf(base, key))) ? await caches.open(nameOf(base, key)) : undefined
  const found = await Promise.all(files.map((file) => cache?.match(file, anyVariant)))
  if (cache === undefined || found.includes(undefined)) tell({ state: 'missing' })
  else tell({ state: 'kept', version, bytes: await sizeOf(cache) })
}

/** @param {Trip} trip @param {(news: object) => void} tell */
async function keep({ base, version, key, files }, tell) {
  try {
    const cache = await caches.open(nameOf(base, key))
    for (const [done, file] of files.entries()) {
      if ((await cache.match(file, anyVariant)) !== undefined) continue
      tell({ state: 'keeping', done, total: files.length })
      await cache.put(file, await fetchWhole(file))
    }
    // A later copy may be completed at a later visit, unless the newest page of the network is that of this copy.
    const names = await namesOf(base)
    const own = names.indexOf(nameOf(base, key))
    for (const [index, name] of names.entries())
      if (index < own || (index > own && newest.get(base) === key)) await caches.delete(name)
    tell({ state: 'kept', version, bytes: await sizeOf(cache) })
  } catch (error) {
    // No network, or no room. What was kept before stays, and the next visit goes on from here.
    console.warn('the trip is not kept completely', error)
    tell({ state: 'failed' })
  }
}

/** The browser's own cache may have a script of an earlier deployment. @param {string} file */
async function fetchWhole(file) {
  const response = await fetch(file, file.includes('/assets/') ? { cache: 'no-cache' } : {})
  if (!response.ok) throw new Error(`${file}: ${response.status}`)
  return response
}

/** @param {Cache} cache */
async function sizeOf(cache) {
  let bytes = 0
  for (const request of await cache.keys()) bytes += (await (await cache.match(request, anyVariant))?.blob())?.size ?? 0
  return bytes
}

worker.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method === 'GET' && origin === worker.location.origin) event.respondWith(answer(request, pathname))
})

/** @param {Request} request @param {string} pathname */
async function answer(request, pathname) {
  const kept = await findStored(pathname)
  if (kept === undefined) return await (pathname.includes('/assets/') ? fetchForLater(request) : fetch(request))
  // Its name changes with it.
  if (pathname.includes('/images/')) return kept
  try {
    const response = await Promise.race([fetch(request), late(patience)])
    if (response.status >= 500 || response.status === tooManyRequests) return kept
    if (response.ok) await renew(pathname, response.clone())
    else if (withdrawn.includes(response.status)) await forget(pathname, response.status)
    return response
  } catch {
    return kept
  }
}

/** The trip's own copy comes first: another trip's may have scripts of another deployment. @param {string} pathname */
async function findStored(pathname) {
  const base = new URL(worker.registration.scope).pathname
  for (const cacheName of [...(await namesOf(base)), 'assets']) {
    const kept = await caches.match(pathname, { ...anyVariant, cacheName })
    if (kept !== undefined) return kept
  }
  return await caches.match(pathname, anyVariant)
}

/** What makes a map is loaded when one is opened, and is there from then on. @param {Request} request */
async function fetchForLater(request) {
  const response = await fetch(request)
  if (response.ok) await store('assets', request, response.clone())
  return response
}

/** @param {number} limit milliseconds @returns {Promise<never>} */
const late = (limit) =>
  new Promise((_, reject) => setTimeout(reject, limit, new Error(`not complete within ${limit} ms`)))

/**
 * Pages change with the day; the rest only with the version. A page belongs to the copy that has its files. Throws when the response breaks off
 * or stalls.
 * @param {string} pathname @param {Response} response
 */
async function renew(pathname, response) {
  const base = tripOf(pathname)
  const isScript = pathname.includes('/assets/')
  const names = await namesOf(base)
  if (!isScript && names.length === 0) return
  const text = await Promise.race([response.clone().text(), late(pagePatience)])
  if (isScript) return await store('assets', pathname, response)
  const key = keyIn(text)
  newest.set(base, key)
  if (names.includes(nameOf(base, key))) await store(nameOf(base, key), pathname, response)
}

const factsInPage = /<script type="application\/json" id="offline-facts">(.*?)<\/script>/

/** The key of a page's copy; empty when it has none. @param {string} page @returns {string} */
const keyIn = (page) => JSON.parse(factsInPage.exec(page)?.[1] ?? '{"key":""}').key

/**
 * On a full device, the file is not stored; the response is still shown.
 * @param {string} name of the cache @param {string | Request} file @param {Response} response
 */
async function store(name, file, response) {
  try {
    await (await caches.open(name)).put(file, response)
  } catch (error) {
    console.warn('a file is not kept', error)
  }
}

/** A page in another language that is not there takes nothing else with it. @param {string} pathname of a trip or of one file of it @param {number} status */
async function forget(pathname, status) {
  const trip = await namesOf(status === notThere ? pathname : tripOf(pathname))
  for (const name of trip) await caches.delete(name)
  if (trip.length > 0) return
  for (const name of await caches.keys()) await (await caches.open(name)).delete(pathname, anyVariant)
}

/** The base of the trip whose page this is, in whatever language; of any other file its own path. @param {string} pathname */
const tripOf = (pathname) => pathname.replace(/\/lang\/[^/]+$/, '')

/** Every page is kept once: its language stands in its path. */
const anyVariant = { ignoreVary: true, ignoreSearch: true }

/** @param {string} base @param {string} key */
const nameOf = (base, key) => `trip ${base} ${key}`

/** Caches of a trip. @param {string} base */
const namesOf = async (base) => (await caches.keys()).filter((name) => name.startsWith(nameOf(base, '')))
