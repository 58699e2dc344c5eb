/** Limits wrong admin tokens on the admin listener: those of operations, and those that people sign in with. */
import type { IncomingMessage } from 'node:http'
import { type ExchangeState, ServiceError } from '@guidebook/service-kit'
import type { Middleware } from 'koa'
import { isWellFormedAdminToken } from '../api-key/key-format.ts'
import type { GatewaySettings } from '../config.ts'
import { createClientAddress } from '../rate-limit/client-address.ts'
import type { CounterStore } from '../rate-limit/counter-store.ts'
import { createLimiter } from '../rate-limit/limiter.ts'

/** All addresses together may fail this many times as often as one. */
const addressesTogether = 10
const everyone = 'everyone'

/**
 * Counts failed attempts by network address and of all addresses. The shared token, which people may have chosen, is refused unread where they
 * reached the limit, so that nobody can try many. A valid personal token passes: nobody can guess it, and an attack must not lock support out.
 * The address is that of the connection. Nothing vouches for `X-Forwarded-For` on this listener, which need not be behind the proxies.
 */
export function limitWrongTokens(settings: GatewaySettings, store: CounterStore): Middleware<ExchangeState> {
  const limit = settings.WRONG_ADMIN_TOKEN_LIMIT_PER_MINUTE
  const detail =
    'Too many attempts with a wrong admin token. Wait for the seconds in Retry-After, then send a valid one.'
  const ofAddress = createLimiter({ name: 'wrong-admin-tokens', limit, store, detail })
  const ofAll = createLimiter({ name: 'all-wrong-admin-tokens', limit: limit * addressesTogether, store, detail })
  const addressOf = createClientAddress(0)

  return async function countWrongTokens({ req }, next) {
    const address = addressOf(req)
    if (sendsSharedToken(req)) {
      await ofAddress.requireLeft(address)
      await ofAll.requireLeft(everyone)
    }
    try {
      await next()
    } catch (error) {
      if (isWrongToken(req, error)) {
        await ofAddress.take(address, {})
        await ofAll.take(everyone, {})
      }
      throw error
    }
  }
}

/** A request without a token, such as that of a browser before signing in, tries none. */
function isWrongToken({ headers }: IncomingMessage, error: unknown): boolean {
  if (!(error instanceof ServiceError)) return false
  return error.code === 'sign-in-failed' || (error.code === 'unauthorized' && Boolean(headers.authorization))
}

function sendsSharedToken({ headers: { authorization = '' } }: IncomingMessage): boolean {
  const token = authorization.replace(/^Bearer /, '')
  return token !== '' && !isWellFormedAdminToken(token)
}
