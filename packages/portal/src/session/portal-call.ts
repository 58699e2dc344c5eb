/** Calls the portal's own operations: signing in, sessions, passkeys. The cookie authenticates the person. */
import {
  acceptSuccess,
  type CalledOperation,
  defaults,
  perform,
  prepareRequest,
  type Settings,
  systemTiming,
} from '@guidebook/client/internal'

/** Fewer retries than the client's default, because a person waits. */
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

/** Some responses have no body, such as the 202 after a code was requested. */
async function readBody<T>(response: Response): Promise<T> {
  const text = await response.text()
  return (text === '' ? undefined : JSON.parse(text)) as T
}
