import { once } from 'node:events'
import { get } from 'node:http'
import { inject } from 'vitest'
import { type SystemHandle, systemIn } from './running-system.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** URL that returns the folder of the shared system when it is ready. */
    sharedSystem: string
  }
}

/** The system for all tests that neither break it nor need their own settings. The first request starts it. */
export const sharedSystem = async (): Promise<SystemHandle> => {
  const response = await fetch(inject('sharedSystem'))
  const text = await response.text()
  if (!response.ok) throw new Error(text)
  return systemIn(text)
}

/** Waits until no other test file listens at the port of the shared system's webhooks. Dispose of the result to release the port. */
export const reserveReceiverPort = async (): Promise<AsyncDisposable> => {
  const request = get(`${inject('sharedSystem')}/receiver`, { agent: false })
  await once(request, 'response')
  // The reservation ends with the connection, so also when this process dies.
  return {
    [Symbol.asyncDispose]: async () => {
      request.destroy()
      if (!request.closed) await once(request, 'close')
    },
  }
}
