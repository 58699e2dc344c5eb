import type { Operation } from '@guidebook/contracts'
import type { Clock, ExchangeContext, StatedIdentity } from '@guidebook/service-kit'
import type { Journal } from './journal.ts'

export type NoteRequest = (ctx: ExchangeContext, operation: Operation, identity: StatedIdentity) => void

/** Records changes and failures when they end. Successful reads are not recorded. */
export function createNoteRequest(journal: Journal, clock: Clock): NoteRequest {
  return (ctx, operation, identity) => {
    const at = clock.now()
    const started = performance.now()
    ctx.res.once('close', () => {
      const status = ctx.res.headersSent ? ctx.res.statusCode : 499
      if (operation.method === 'GET' && status < 400) return
      journal.note({
        requestId: ctx.state.exchange.requestId,
        at: at.toISOString(),
        account: identity.account,
        keyPrefix: identity.keyPrefix ?? null,
        method: operation.method,
        operation: operation.id,
        path: operation.path,
        status,
        durationMs: Math.round(performance.now() - started),
      })
    })
  }
}
