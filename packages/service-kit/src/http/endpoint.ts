import { type Operation, prepareValidation } from '@guidebook/contracts'
import { createGuard, type GuardOptions } from './guard.ts'
import type { Route } from './route.ts'
import type { Endpoint } from './router.ts'
import { writeReply } from './write-reply.ts'

/** Guards the operation of a route, runs its handler and answers with the reply. */
export function endpointOf({ operation, handler }: Route, options: GuardOptions): Endpoint {
  prepareSchemas(operation)
  const guard = createGuard(operation, options)
  return {
    operation,
    answer: async (ctx, params) => writeReply(ctx, operation, await guard(ctx, params, handler)),
  }
}

function prepareSchemas({ params, query, headers, body, responses }: Operation): void {
  const answers = Object.values(responses).map((response) => response.body)
  for (const schema of [params, query, headers, body, ...answers]) if (schema !== undefined) prepareValidation(schema)
}
