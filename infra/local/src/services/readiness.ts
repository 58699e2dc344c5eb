import { inOneLine } from '../fault.ts'

/** Undefined when the service says that it is ready, else why not. */
export async function unreadiness(healthUrl: string): Promise<string | undefined> {
  try {
    const response = await fetch(`${healthUrl}/readyz`, { signal: AbortSignal.timeout(5_000) })
    const { checks = {} } = (await response.json()) as { checks?: Record<string, string> }
    if (response.ok) return undefined
    const down = Object.entries(checks).flatMap(([name, state]) => (state === 'up' ? [] : [name]))
    return `it lacks ${down.join(', ') || 'something it does not name'}`
  } catch (error) {
    return `it does not answer (${inOneLine(error)})`
  }
}
