/** The version in package.json; a test compares them. */
export const version = '0.1.0'

export interface ClientSettings {
  /** Address of the service, such as `https://api.example.com`. */
  baseUrl: string | URL
  /** The account's API key. The client sends it to this service in the header `Authorization` and shows it nowhere. */
  apiKey: string
  /** Time limit of a call with all its retries and pauses, milliseconds. Default: 180 000. */
  timeoutMs?: number
  /** Time limit of one attempt until its response is read (of a download: until it begins), milliseconds. Default: 60 000. */
  attemptTimeoutMs?: number
  /** Largest number of retries of a call. Default: 5. */
  retries?: number
  /** Your program, such as `my-shop/2.3`: comes first in the header `User-Agent`. */
  userAgent?: string
  /** Sends requests in place of the global `fetch`, for example through a proxy. */
  fetch?: typeof fetch
}

export interface Settings {
  /** Without a slash at the end. */
  baseUrl: string
  /** The header of this name; null sends none. */
  authorization: string | null
  /** Null leaves the header `User-Agent` to `fetch`. */
  userAgent: string | null
  timeoutMs: number
  attemptTimeoutMs: number
  retries: number
  fetch: typeof fetch
}

export const defaults = {
  timeoutMs: 180_000,
  attemptTimeoutMs: 60_000,
  retries: 5,
  fetch: ((input, init) => globalThis.fetch(input, init)) as typeof fetch,
}

/** Throws a TypeError that names the invalid setting and never shows the key. */
export function readSettings(settings: ClientSettings): Settings {
  return {
    baseUrl: readBaseUrl(settings.baseUrl),
    authorization: readKey(settings.apiKey),
    userAgent: userAgentOf(settings.userAgent),
    timeoutMs: settings.timeoutMs ?? defaults.timeoutMs,
    attemptTimeoutMs: settings.attemptTimeoutMs ?? defaults.attemptTimeoutMs,
    retries: settings.retries ?? defaults.retries,
    fetch: settings.fetch ?? defaults.fetch,
  }
}

function readBaseUrl(value: string | URL): string {
  const text = String(value)
  const url = URL.canParse(text) ? new URL(text) : null
  if (url === null || !/^https?:$/.test(url.protocol)) throw new TypeError('baseUrl must be an http or https address')
  if (url.username !== '' || url.password !== '')
    throw new TypeError('baseUrl must not contain a user name or password')
  return url.origin + url.pathname.replace(/\/$/, '')
}

/** Checked here because the error of `fetch` would show an invalid header value. */
function readKey(value: string): string {
  if (!/^[!-~]+$/.test(value)) throw new TypeError('apiKey must be the key alone: visible characters and no spaces')
  return value
}

/** Browsers send their own. */
function userAgentOf(program: string | undefined): string | null {
  if ('document' in globalThis || 'WorkerGlobalScope' in globalThis) return null
  return [...(program === undefined ? [] : [program]), `guidebook-client/${version}`].join(' ')
}
