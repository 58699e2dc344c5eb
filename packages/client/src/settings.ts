import { version } from './version.ts'

export interface ClientSettings {
  /** Address of the service, such as `https://api.example.com`. */
  baseUrl: string | URL
  /** The account's API key. It is sent to this service in the header `Authorization` and shown nowhere. */
  apiKey: string
  /** Time for a call with all its repeats and pauses, milliseconds. Default: 180 000. */
  timeoutMs?: number
  /** Time for one attempt until its answer is read (of a download: until it begins), milliseconds. Default: 60 000. */
  attemptTimeoutMs?: number
  /** How often a call is repeated at most. Default: 5. */
  retries?: number
  /** Who you are, such as `my-shop/2.3`: stands first in the header `User-Agent`. */
  userAgent?: string
  /** Sends requests in place of the global `fetch`, for example through a proxy. */
  fetch?: typeof fetch
}

export interface Settings {
  baseUrl: string
  authorization: string
  userAgent: string | null
  timeoutMs: number
  attemptTimeoutMs: number
  retries: number
  fetch: typeof fetch
}

/** Checks what was given. Throws a TypeError that names the fault and never shows the key. */
export function readSettings(given: ClientSettings): Settings {
  return {
    baseUrl: readBaseUrl(given.baseUrl),
    authorization: readKey(given.apiKey),
    userAgent: userAgentOf(given.userAgent),
    timeoutMs: given.timeoutMs ?? 180_000,
    attemptTimeoutMs: given.attemptTimeoutMs ?? 60_000,
    retries: given.retries ?? 5,
    fetch: given.fetch ?? ((input, init) => globalThis.fetch(input, init)),
  }
}

function readBaseUrl(given: string | URL): string {
  const text = String(given)
  const url = URL.canParse(text) ? new URL(text) : null
  if (url === null || !/^https?:$/.test(url.protocol)) throw new TypeError('baseUrl must be an http or https address')
  if (url.username !== '' || url.password !== '') throw new TypeError('baseUrl must hold no user name or password')
  return url.origin + url.pathname.replace(/\/$/, '')
}

/** `fetch` would show a header that it cannot send in its error. */
function readKey(given: string): string {
  if (!/^[!-~]+$/.test(given)) throw new TypeError('apiKey must be the key alone: visible characters and no spaces')
  return given
}

/** Browsers send their own. */
function userAgentOf(given: string | undefined): string | null {
  if ('document' in globalThis || 'WorkerGlobalScope' in globalThis) return null
  return [...(given === undefined ? [] : [given]), `guidebook-client/${version}`].join(' ')
}
