/** Calls the portal's own operations: signing in, sessions, passkeys. The cookie proves who calls. */
import {
  acceptSuccess,
  type CalledOperation,
  defaults,
  perform,
  prepareRequest,
  type Settings,
  systemTiming,
} from '@guidebook/client/internal'

/** A person waits: a call is repeated less often than a program would. */
export const settingsFor = (path: string): Settings => ({
  ...defaults,
  baseUrl: `${location.origin}${path}`,
  authorization: null,
  userAgent: null,
  retries: 2,
  timeoutMs: 60_000,
})

export async function portalCall<T>(
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  path: string,
  { body, params = {} }: { body?: unknown; params?: Record<string, string> } = {},
): Promise<T> {
  const transport = { settings: settingsFor('/portal'), timing: systemTiming }
  const { now } = systemTiming
  const operation: CalledOperation = { id: `${method} ${path}`, method, path }
  const request = { params, ...(body !== undefined && { body }) }
  return await perform(
    transport,
    {},
    {
      prepare: () => prepareRequest(operation, request, {}, transport.settings),
      receive: acceptSuccess(operation.id, readBody<T>, now),
    },
  )
}

/** Some responses, such as 202 of a code that is sent, have no body. */
async function readBody<T>(response: Response): Promise<T> {
  const text = await response.text()
  return (text === '' ? undefined : JSON.parse(text)) as T
}
