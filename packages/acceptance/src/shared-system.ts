import { once } from 'node:events'
import { get } from 'node:http'
import { inject } from 'vitest'
import { type StandingSystem, standingSystem } from './running-system.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Answers with the folder of the shared system, once it stands. */
    sharedSystem: string
  }
}

/** The system for all tests that neither break it nor need settings of their own; the first to ask has it started. */
export const sharedSystem = async (): Promise<StandingSystem> => {
  const response = await fetch(inject('sharedSystem'))
  const text = await response.text()
  if (!response.ok) throw new Error(text)
  return standingSystem(text)
}

/** Waits until no other test file listens at the port to which the shared system's webhooks go; it is this one's until disposed of. */
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
