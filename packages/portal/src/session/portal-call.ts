/** Calls the portal's own operations: signing in, sessions, passkeys. The cookie proves who calls. */
import {
  acceptSuccess,
  type CalledOperation,
  defaults,
  perform,
  prepareRequest,
  readResponse,
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
  const response = await perform(
    transport,
    {},
    {
      prepare: () => prepareRequest(operation, request, {}, transport.settings),
      receive: acceptSuccess(operation.id, (answer) => readResponse(operation.id, answer, { now }), now),
    },
  )
  return response.data as T
}
