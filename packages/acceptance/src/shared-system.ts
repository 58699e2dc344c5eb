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
