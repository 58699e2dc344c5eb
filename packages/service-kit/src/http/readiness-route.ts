import { operations } from '@guidebook/contracts'
import type { ReadReadiness } from './readiness.ts'
import { type Route, route } from './route.ts'

/** Lets the gateway read the readiness of a service over its usual address, with a signed token. */
export const readinessRoute = (readiness: ReadReadiness): Route =>
  route(operations.readReadiness, async () => ({ status: 200, body: await readiness() }))
