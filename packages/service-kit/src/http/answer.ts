import type { OutgoingHttpHeaders } from 'node:http'
import { Readable } from 'node:stream'
import type Koa from 'koa'
import { ClientDisconnectedError, type ExchangeContext } from './exchange.ts'

export interface Answer {
  status: number
  headers: OutgoingHttpHeaders
  /** Null: none. The answer to a HEAD request may state the length of the body that GET would have. */
  body: string | Buffer | Readable | null
}

/** Gives Koa the answer to write. Throws ClientDisconnectedError when the client has left. */
export function answer(ctx: ExchangeContext, { status, headers, body }: Answer): void {
  if (ctx.res.destroyed) {
    if (body instanceof Readable) body.destroy()
    throw new ClientDisconnectedError('the client did not wait for the answer')
  }
  // Before the headers, because Koa guesses the content type and removes headers when there is no body.
  ctx.body = body
  ctx.remove('Content-Type')
  ctx.set(headers as Record<string, string>)
  if (isDraining(ctx.app)) ctx.set('Connection', 'close')
  ctx.status = status
}

/** Closes the connection of an answer that cannot be completed. Koa would begin one, even after the client has left. */
export function cutAnswer(ctx: ExchangeContext): void {
  ctx.respond = false
  ctx.res.destroy()
}

const draining = new WeakSet<object>()

/** From now on the app ends every connection after its answer. */
export function beginDraining(app: Koa): void {
  draining.add(app)
}

export function isDraining(app: object): boolean {
  return draining.has(app)
}
