import { type ExchangeContext, FairBudget, isDraining, ServiceError, type StatedIdentity } from '@guidebook/service-kit'

/** Streams that one account may have open at one gateway. */
export const mostStreamsOfAccount = 20
/** Seconds until one of them may have ended. */
const askAgainAfter = '30'
/** Milliseconds. A revoked key or session is refused everywhere within five seconds. */
const lookEvery = 1_000

interface Follower {
  identity: StatedIdentity
  isStillAdmitted(): Promise<boolean>
}

/** Streams of events: few for each account. A stream ends when its sender is no longer admitted or the gateway stops. */
export function createEventStreams() {
  const open = new FairBudget({ total: Number.POSITIVE_INFINITY, perOwner: mostStreamsOfAccount })

  /** Throws 429 when the account has too many. `forward` must end the answer when its signal aborts. */
  return async function follow(
    ctx: ExchangeContext,
    { identity, isStillAdmitted }: Follower,
    forward: (end: AbortSignal) => Promise<void>,
  ): Promise<void> {
    const owner = identity.account ?? ''
    if (!open.take(owner)) throw tooMany()
    const end = new AbortController()
    const watch = setInterval(() => void endWhenDue(ctx, isStillAdmitted, end), lookEvery)
    try {
      await forward(end.signal)
    } finally {
      clearInterval(watch)
      open.give(owner)
    }
  }

  async function endWhenDue(
    ctx: ExchangeContext,
    isStillAdmitted: () => Promise<boolean>,
    end: AbortController,
  ): Promise<void> {
    try {
      const isOver = isDraining(ctx.app) || !(await isStillAdmitted())
      if (isOver) end.abort()
    } catch (error) {
      // It is checked again in a second.
      ctx.state.exchange.log.warn({ err: error }, 'could not check the sender of an event stream')
    }
  }
}

const tooMany = () =>
  new ServiceError('rate-limited', {
    detail: `The account already has ${mostStreamsOfAccount} streams of events open. Close one of them.`,
    headers: { 'Retry-After': askAgainAfter },
  })
