/** Support's web application on the admin listener: its files, its document, and the operations of support with a session instead of a token. */
import { answer, type ExchangeContext, type ExchangeState, type StatedIdentity } from '@guidebook/service-kit'
import type { Middleware } from 'koa'
import { support } from '../admin/support.ts'
import { servePage } from '../front/serve-page.ts'
import { requireOwnPageOf } from '../portal/own-pages.ts'
import { confinePage, forbidStoring } from '../portal/paths.ts'
import { readWebApplication } from '../portal/web-application.ts'
import type { SupportSessions } from './sessions.ts'

const root = '/support'
const session = `${root}/session`
const api = `${root}/api/`
const assets = `${root}/assets/`

/** The operations that sign in and out read the cookie themselves. */
const visitor: StatedIdentity = { scope: 'traveller', account: null, oid: null, test: false, actor: 'support web' }

/** Forms can send neither. */
const bodyContentTypes = ['text/csv']

export function createSupportFront(sessions: SupportSessions): Middleware<ExchangeState> {
  const application = readWebApplication('support')

  return async function supportFront(ctx, next) {
    const { path } = ctx
    const file = application.fileAt(path)
    if (file !== null) return servePage(ctx, file, `${assets}{file}`)
    if (path !== root && !path.startsWith(`${root}/`)) return next()
    await forbidStoring(ctx, async () => {
      if (path === session) {
        requireSamePage(ctx)
        ctx.state.exchange.identity = visitor
        return next()
      }
      if (path.startsWith(api)) {
        requireSamePage(ctx)
        const { name } = await sessions.require(ctx.req.headers.cookie)
        ctx.state.exchange.identity = { ...support, actor: `${support.actor}:${name}` }
        ctx.url = `/admin/${ctx.url.slice(api.length)}`
        await next()
        return confinePage(ctx)
      }
      const isRead = ctx.method === 'GET' || ctx.method === 'HEAD'
      if (!isRead || path.startsWith(assets)) return next()
      ctx.state.exchange.route = `${root}/{page}`
      const { headers, body } = application.document()
      answer(ctx, { status: 200, headers: { ...ctx.state.exchange.headers, ...headers }, body })
    })
  }
}

/** The address of the admin listener is not configured: people reach it through tunnels. So the origin must be the host that was asked. */
function requireSamePage(ctx: ExchangeContext): void {
  requireOwnPageOf(ctx, (origin) => URL.canParse(origin) && new URL(origin).host === ctx.req.headers.host, {
    expected: 'the address of this page',
    bodyContentTypes,
  })
}
