import type { ExchangeContext } from '@guidebook/service-kit'

const root = '/portal'
const api = `${root}/api`

export const isPortalPath = (path: string): boolean => path === root || path.startsWith(`${root}/`)

/** Every path of the web application has the same document; its own code finds the page. Files and operations have theirs. */
export const isPortalPage = (path: string): boolean =>
  isPortalPath(path) && !path.startsWith(`${api}/`) && !path.startsWith(`${root}/assets/`)

/** The target of the operation of partners that a target under `/portal/api` means; null for any other. */
export const apiPathOf = (target: string): string | null =>
  target.startsWith(`${api}/`) ? target.slice(api.length) : null

/**
 * The address of a page of an account, for a path below `/portal` that a request names; null for any other. It is made of the parsed path, so
 * it leads nowhere else.
 */
export function pageOfAccount(to: string | undefined): string | null {
  const origin = 'http://localhost'
  if (to === undefined || !URL.canParse(to, origin)) return null
  const url = new URL(to, origin)
  return url.origin === origin && url.pathname.startsWith('/o/') ? root + url.pathname + url.search : null
}

/** No browser or proxy stores responses to people. */
export async function forbidStoring(ctx: ExchangeContext, answer: () => Promise<unknown>): Promise<void> {
  await answer()
  ctx.set('Cache-Control', 'no-store')
}

/**
 * A page of an operator's content, such as the preview of a Trip Link page, comes from the origin of the portal. In a sandbox it has
 * another origin, so no content can use the session.
 */
export function confinePage(ctx: ExchangeContext): void {
  if (ctx.response.type === 'text/html') ctx.append('Content-Security-Policy', 'sandbox')
}
