import type { OutgoingHttpHeaders } from 'node:http'
import { Readable } from 'node:stream'
import type Koa from 'koa'
import { ClientDisconnectedError, type ExchangeContext } from './exchange.ts'

export interface Answer {
  status: number
  headers: OutgoingHttpHeaders
  /** Null: no body. The response to HEAD may state the Content-Length that GET would have. */
  body: string | Buffer | Readable | null
}

/** Passes the response to Koa. Throws ClientDisconnectedError when the client has disconnected. */
export function answer(ctx: ExchangeContext, { status, headers, body }: Answer): void {
  if (ctx.res.destroyed) {
    if (body instanceof Readable) body.destroy()
    throw new ClientDisconnectedError('the client did not wait for the answer')
  }
  // The body comes before the headers: setting it makes Koa guess the content type, and removes headers when it is null.
  ctx.body = body
  ctx.remove('Content-Type')
  ctx.set(headers as Record<string, string>)
  if (isDraining(ctx.app)) ctx.set('Connection', 'close')
  ctx.status = status
}

/** Closes the connection of a response that cannot be completed, and keeps Koa from starting one. */
export function cutAnswer(ctx: ExchangeContext): void {
  ctx.respond = false
  ctx.res.destroy()
}

const draining = new WeakSet<object>()

/** From now on the app closes every connection after its response. */
export function beginDraining(app: Koa): void {
  draining.add(app)
}

export function isDraining(app: object): boolean {
  return draining.has(app)
}
