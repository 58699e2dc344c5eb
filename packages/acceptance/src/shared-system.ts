import { once } from 'node:events'
import { get } from 'node:http'
import { inject } from 'vitest'
import { remoteFolder } from './remote-system.ts'
import { type SystemHandle, systemIn } from './running-system.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** URL of the server that starts systems and bundles the services on request. */
    sharedSystems: string
  }
}

const ask = async (path: string, body = ''): Promise<string> => {
  const response = await fetch(inject('sharedSystems') + path, { method: 'POST', body })
  const text = await response.text()
  if (!response.ok) throw new Error(text)
  return text
}

/** Resolves when the services are bundled, for a system with `GUIDEBOOK_FORM: 'built'`. */
export const bundlesBuilt = () => ask('/bundles')

/**
 * The system for all tests that neither break it nor need their own settings: the remote one, else the bundled one without limits per minute.
 * The first call starts it.
 */
export const sharedSystem = async (): Promise<SystemHandle> => systemIn(remoteFolder ?? (await ask('/unlimited')))

/** The system as `npm start` starts it, with the demonstration and all limits. The first call starts it, with its settings. */
export const usualSystem = async (settings: Readonly<Record<string, string>> = {}): Promise<SystemHandle> =>
  systemIn(await ask('/usual', JSON.stringify(settings)))

/** Waits until no other test file listens at the port of the shared system's webhooks. Dispose of the result to release the port. */
export const reserveReceiverPort = async (): Promise<AsyncDisposable> => {
  const request = get(`${inject('sharedSystems')}/receiver`, { agent: false })
  await once(request, 'response')
  // The reservation ends with the connection, so also when this process dies.
  return {
    [Symbol.asyncDispose]: async () => {
      request.destroy()
      if (!request.closed) await once(request, 'close')
    },
  }
}
