import type { IncomingMessage } from 'node:http'
import type { GatewaySettings } from '../config.ts'
import { createClientAddress } from '../rate-limit/client-address.ts'
import type { CounterStore } from '../rate-limit/counter-store.ts'
import { createLimiter } from '../rate-limit/limiter.ts'
import { hashOfToken } from './secrets.ts'

const tenMinutes = 600
/** Mails with a code to one address, in ten minutes. */
const mostMails = 5
/** Codes that may be tried for one mail address in ten minutes. */
const mostTries = 20

/** Limits of signing in: by network address, and by mail address, whether it is known or not. Each method throws 429. */
export function createSignInLimits(settings: GatewaySettings, store: CounterStore) {
  const addressOf = createClientAddress(settings.TRUSTED_PROXIES)
  const addresses = createLimiter({ name: 'sign-in', limit: settings.SIGN_IN_LIMIT_PER_MINUTE, store })
  const mails = createLimiter({ name: 'sign-in-mails', limit: mostMails, windowSeconds: tenMinutes, store })
  const tries = createLimiter({ name: 'sign-in-tries', limit: mostTries, windowSeconds: tenMinutes, store })
  /** The counters may be in a shared store, which need not know the addresses. */
  const keyOf = (email: string) => hashOfToken(email.toLowerCase())
  return {
    takeAddress: (request: IncomingMessage) => addresses.take(addressOf(request), {}),
    takeMail: (email: string) => mails.take(keyOf(email), {}),
    takeTry: (email: string) => tries.take(keyOf(email), {}),
  }
}

export type SignInLimits = ReturnType<typeof createSignInLimits>
