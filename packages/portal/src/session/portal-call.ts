/** Calls the portal's own operations: signing in, sessions, passkeys. The cookie authenticates the person. */
import {
  type AnyRequest,
  acceptSuccess,
  type CalledOperation,
  defaults,
  perform,
  prepareRequest,
  type Settings,
  systemTiming,
} from '@guidebook/client/internal'
import { choosePortalLanguage } from '@guidebook/messages/portal-translations'
import { prepareErrorTexts } from '../i18n/error-texts.ts'
import { fetchOrTakeEarly } from './early-requests.ts'
import { timeoutsFor, usualTimeoutMs } from './timeouts.ts'

/** Fewer retries than the client's default, because a person waits. */
export const settingsFor = (path: string): Settings => ({
  ...defaults,
  baseUrl: `${location.origin}${path}`,
  authorization: null,
  userAgent: null,
  retries: 2,
  timeoutMs: usualTimeoutMs,
  fetch: async (input, init) => {
    const headers = new Headers(init?.headers)
    // The person may have chosen another language than the browser's.
    const { lang } = document.documentElement
    headers.set('accept-language', lang)
    const response = await fetchOrTakeEarly(input, { ...init, headers })
    // Without a session there is nothing to explain: the page asks to sign in.
    if (!response.ok && response.status !== 401) await prepareErrorTexts(choosePortalLanguage([lang]))
    return response
  },
})

/** Calls an operation below a path of this origin. The cookie authenticates the person. */
export async function callBelow<T>(
  base: string,
  operation: CalledOperation,
  parts: AnyRequest,
  read: (response: Response) => Promise<T> = readBody<T>,
): Promise<T> {
  const settings = settingsFor(base)
  // Without a key, only a refusal by a limit could be repeated, a minute later: the person who waits is told instead.
  const retries = operation.method === 'GET' || operation.keyed === true ? settings.retries : 0
  const transport = { settings: { ...settings, retries }, timing: systemTiming }
  return await perform(transport, parts.file instanceof Blob ? timeoutsFor(parts.file) : {}, {
    prepare: () => prepareRequest(operation, parts, {}, transport.settings),
    receive: acceptSuccess(operation.id, read, systemTiming.now),
  })
}

export const portalCall = <T>(
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  path: string,
  { body, params = {} }: { body?: unknown; params?: Record<string, string> } = {},
): Promise<T> =>
  callBelow('/portal', { id: `${method} ${path}`, method, path }, { params, ...(body !== undefined && { body }) })

/** Some responses have no body, such as the 202 after a code was requested. */
async function readBody<T>(response: Response): Promise<T> {
  const text = await response.text()
  return (text === '' ? undefined : JSON.parse(text)) as T
}
