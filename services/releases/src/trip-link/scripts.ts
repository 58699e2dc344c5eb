import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import { operations } from '@guidebook/contracts'
import { fail, type Route, route } from '@guidebook/service-kit'
import { browserFiles } from '../browser-files.ts'

const folderOfMaps = new URL('dist/', pathToFileURL(createRequire(import.meta.url).resolve('maplibre-gl/package.json')))

const pageFiles = [
  'trip.js',
  'today.js',
  'language-list.js',
  'profile-touch.js',
  'offline-copy.js',
  'open-maps.js',
  'map.js',
  'way.js',
]
const mapFiles = ['maplibre-gl.mjs', 'maplibre-gl-worker.mjs', 'maplibre-gl.css']
const read = (files: readonly string[], folder: URL): [string, Buffer][] =>
  files.map((name) => [name, readFileSync(new URL(name, folder))])

export const pageScript = 'trip.js'
export const offlineWorker = 'offline-worker.js'

/** By their names on the web. */
const scripts = new Map([
  ...read(pageFiles, new URL('page/', browserFiles)),
  ...read([offlineWorker], new URL('worker/', browserFiles)),
  ...read(mapFiles, folderOfMaps),
])

/** What a page loads in order to be as it is first seen; maps come when they are asked for. */
export const pageScripts = pageFiles.filter((name) => name !== 'map.js' && name !== 'way.js')

/** Changes with any of them. */
export const scriptsVersion = hash('sha256', Buffer.concat([...scripts.values()])).slice(0, 12)

/** Where they are, for a page at `/t/<link>`: beside the links, of which none is so short. */
export const assetsOf = (base: string): string => `${base.slice(0, base.lastIndexOf('/'))}/assets`

export const scriptRoute = (): Route =>
  route(operations.readTripScript, async ({ params }) => {
    const body = scripts.get(params.name) ?? fail('not-found')
    const kind = params.name.endsWith('.css') ? 'css' : 'javascript'
    return { status: 200, body, contentType: `text/${kind}; charset=utf-8`, headers: scriptHeaders }
  })

const scriptHeaders = {
  'Cache-Control': 'public, max-age=300',
  // The worker serves the trips beside its folder.
  'Service-Worker-Allowed': '/',
}
