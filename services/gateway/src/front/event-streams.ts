import { type ExchangeContext, FairBudget, isDraining, ServiceError, type StatedIdentity } from '@guidebook/service-kit'
import { type Keyring, keyIn } from '../api-key/keyring.ts'

/** Streams that one account may have open at one gateway. */
export const mostStreamsOfAccount = 20
/** Seconds until one of them may have ended. */
const askAgainAfter = '30'
/** Milliseconds. A revoked key is refused everywhere within five seconds. */
const lookEvery = 1_000

/** Streams of events: few for each account. A stream ends when its key is revoked or the gateway stops. */
export function createEventStreams(keyring: Keyring) {
  const open = new FairBudget({ total: Number.POSITIVE_INFINITY, perOwner: mostStreamsOfAccount })

  /** Throws 429 when the account has too many. `forward` must end the answer when its signal aborts. */
  return async function follow(
    ctx: ExchangeContext,
    { account }: StatedIdentity,
    forward: (end: AbortSignal) => Promise<void>,
  ): Promise<void> {
    const owner = account ?? ''
    if (!open.take(owner)) throw tooMany()
    const end = new AbortController()
    const watch = setInterval(() => void endWhenDue(ctx, end), lookEvery)
    try {
      await forward(end.signal)
    } finally {
      clearInterval(watch)
      open.give(owner)
    }
  }

  async function endWhenDue(ctx: ExchangeContext, end: AbortController): Promise<void> {
    try {
      const isOver = isDraining(ctx.app) || (await keyring.holderOf(keyIn(ctx.req.headers.authorization))) === null
      if (isOver) end.abort()
    } catch (error) {
      // The key is checked again in a second.
      ctx.state.exchange.log.warn({ err: error }, 'could not check the key of an event stream')
    }
  }
}

const tooMany = () =>
  new ServiceError('rate-limited', {
    detail: `The account already has ${mostStreamsOfAccount} streams of events open. Close one of them.`,
    headers: { 'Retry-After': askAgainAfter },
  })
