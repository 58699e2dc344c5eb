import { type ExchangeContext, ServiceError } from '@guidebook/service-kit'

/** Answers a method that the path does not have: OPTIONS with `Allow`, any other with 405. */
export function answerMethods(ctx: ExchangeContext, allow: string[]): void {
  const Allow = allow.join(', ')
  if (ctx.req.method !== 'OPTIONS') throw new ServiceError('method-not-allowed', { headers: { Allow } })
  ctx.set({ ...ctx.state.exchange.headers, Allow })
  ctx.status = 204
}
