import { once } from 'node:events'
import { get } from 'node:http'
import { inject } from 'vitest'
import { type StandingSystem, standingSystem } from './running-system.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** URL that returns the folder of the shared system when it is ready. */
    sharedSystem: string
  }
}

/** The system for all tests that neither break it nor need their own settings. The first request starts it. */
export const sharedSystem = async (): Promise<StandingSystem> => {
  const response = await fetch(inject('sharedSystem'))
  const text = await response.text()
  if (!response.ok) throw new Error(text)
  return standingSystem(text)
}

/** Waits until no other test file listens at the port of the shared system's webhooks. Dispose of the result to release the port. */
export const receiverTurn = async (): Promise<AsyncDisposable> => {
  const request = get(`${inject('sharedSystem')}/receiver`, { agent: false })
  await once(request, 'response')
  // Also when the process dies: the turn ends with the connection.
  return {
    [Symbol.asyncDispose]: async () => {
      request.destroy()
      if (!request.closed) await once(request, 'close')
    },
  }
}
