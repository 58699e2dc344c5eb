import { hash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { operations } from '@guidebook/contracts'
import { fail, type Route, route } from '@guidebook/service-kit'
import { browserFiles } from '../browser-files.ts'
import { secretHeaders } from './page/document.ts'

const files = [
  'page/trip.js',
  'page/today.js',
  'page/profile-touch.js',
  'page/offline-copy.js',
  'worker/offline-worker.js',
]

/** By their names on the web. */
const scripts = new Map(
  files.map((file) => [file.slice(file.indexOf('/') + 1), readFileSync(new URL(file, browserFiles), 'utf8')]),
)

/** What the page loads of them. */
export const pageScript = 'trip.js'
export const pageScripts = files.filter((file) => file.startsWith('page/')).map((file) => file.slice('page/'.length))
export const offlineWorker = 'offline-worker.js'

/** Changes with any of them. */
export const scriptsVersion = hash('sha256', [...scripts.values()].join('\n')).slice(0, 12)

/** Where they are, for a page at `/t/<link>`: beside the links, of which none is so short. */
export const assetsOf = (base: string): string => `${base.slice(0, base.lastIndexOf('/'))}/assets`

export const scriptRoute = (): Route =>
  route(operations.readTripScript, async ({ params }) => {
    const body = scripts.get(params.name) ?? fail('not-found')
    return { status: 200, body, contentType: 'text/javascript; charset=utf-8', headers: scriptHeaders }
  })

const scriptHeaders = {
  ...secretHeaders,
  'Cache-Control': 'public, max-age=300',
  // The worker serves the trips beside its folder.
  'Service-Worker-Allowed': '/',
}
