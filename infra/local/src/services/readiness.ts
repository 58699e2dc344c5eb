import { oneLineMessage } from '../user-facing-error.ts'

/** Why a service is not ready; undefined when it is. */
export async function unreadiness(healthUrl: string): Promise<string | undefined> {
  try {
    const response = await fetch(`${healthUrl}/readyz`, { signal: AbortSignal.timeout(5_000) })
    const { checks = {} } = (await response.json()) as { checks?: Record<string, string> }
    if (response.ok) return undefined
    const missing = Object.entries(checks).flatMap(([name, state]) => (state === 'up' ? [] : [name]))
    return `missing: ${missing.join(', ') || 'unknown'}`
  } catch (error) {
    return `no response (${oneLineMessage(error)})`
  }
}
