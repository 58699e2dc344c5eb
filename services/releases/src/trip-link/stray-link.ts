import { type AppMiddleware, ServiceError } from '@guidebook/service-kit'
import { refuseTrip } from './refusal.ts'

/** What a path under `/t/` is refused with when it cannot be a link of ours: nothing is there, or its letters are none. */
const codes = ['not-found', 'invalid-text']

/** A link that a mail programme broke, too long or cut into parts, is answered as an unknown one: on a page, in the traveller’s language. */
export const showStrayLinks: AppMiddleware = async (ctx, next) => {
  try {
    await next()
  } catch (error) {
    const isStray = error instanceof ServiceError && codes.includes(error.code) && ctx.path.startsWith('/t/')
    if (!isStray || (ctx.method !== 'GET' && ctx.method !== 'HEAD')) throw error
    const isPage = ctx.path.lastIndexOf('/') === '/t'.length
    const { status, body, headers, contentType } = refuseTrip(
      isPage ? { ...ctx.headers, accept: 'text/html' } : ctx.headers,
      {
        why: 'unknown',
      },
    )
    ctx.state.exchange.route = '/t/{link}'
    ctx.set({ ...ctx.state.exchange.headers, ...headers, 'Content-Type': contentType })
    ctx.status = status
    ctx.body = body
  }
}
