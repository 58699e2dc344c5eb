import { meter } from '@guidebook/service-kit'

/** Counts refused requests of a limit. Returns the function to call for each. */
export function countRefusals(limit: string): () => void {
  const refused = meter('gateway').createCounter('gateway_refused_requests', {
    description: 'Requests that a limit refused with 429, by limit.',
  })
  refused.add(0, { limit })
  return () => refused.add(1, { limit })
}
