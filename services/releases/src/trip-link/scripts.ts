import { hash } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { operations } from '@guidebook/contracts'
import { fail, readServed, route, servedPackage } from '@guidebook/service-kit'
import { browserFiles } from '../browser-files.ts'

const folderOfMaps = new URL('dist/', servedPackage('maplibre-gl', import.meta.url))

const pageFolder = new URL('page/', browserFiles)
const pageFiles = readdirSync(pageFolder)
  .filter((name) => name.endsWith('.js'))
  .sort()
const mapFiles = ['maplibre-gl.mjs', 'maplibre-gl-worker.mjs', 'maplibre-gl.css']
const read = (files: readonly string[], folder: URL): [string, Buffer][] =>
  files.map((name) => [name, readServed(new URL(name, folder))])

export const pageScript = 'trip.js'
export const offlineWorker = 'offline-worker.js'

/** By their names in URLs. */
const scripts = new Map([
  ...read(pageFiles, pageFolder),
  ...read([offlineWorker], new URL('worker/', browserFiles)),
  ...read(mapFiles, folderOfMaps),
])

/** Loaded when a map is opened. */
const ofMaps = new Set(['map.js', 'map-data.js', 'map-places.js', 'way.js'])
export const mapScripts = [...ofMaps, ...mapFiles]

/** What every page loads. */
export const pageScripts = pageFiles.filter((name) => !ofMaps.has(name))

/** Changes when any script changes. */
export const scriptsVersion = hash('sha256', Buffer.concat([...scripts.values()])).slice(0, 12)

/** The folder of the scripts, for a page at `/t/<link>`: beside the links, which are all longer. */
export const assetsOf = (base: string): string => `${base.slice(0, base.lastIndexOf('/'))}/assets`

const scriptHeaders = {
  'Cache-Control': 'public, max-age=300',
  // The worker serves the trips beside its folder.
  'Service-Worker-Allowed': '/',
}

export const scriptRoute = route(operations.readTripScript, async ({ params }) => {
  const body = scripts.get(params.name) ?? fail('not-found')
  const kind = params.name.endsWith('.css') ? 'css' : 'javascript'
  return { status: 200, body, contentType: `text/${kind}; charset=utf-8`, headers: scriptHeaders }
})
