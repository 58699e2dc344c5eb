/** Why the sign-in at a provider failed, as the gateway says it in the address. */
export const openIdFailures = [
  'openid-unavailable',
  'openid-refused',
  'openid-unverified',
  'openid-unknown',
  'sign-in-not-configured',
] as const

export type OpenIdFailure = (typeof openIdFailures)[number]

interface SignInSearch {
  /** The page of an account, below `/portal`, to open after signing in. */
  to?: string
  error?: OpenIdFailure
}

/** Reads the address of the sign-in page. Anybody can make a link to it, so what is not expected is left out. */
export function readSignInSearch({ to, error }: Record<string, unknown>): SignInSearch {
  const page = pageOfAccount(to)
  const failure = openIdFailures.find((one) => one === error)
  return { ...(page !== null && { to: page }), ...(failure !== undefined && { error: failure }) }
}

/** Only a page of an account: otherwise a link could send people to another site after signing in. The gateway has the same rule. */
function pageOfAccount(to: unknown): string | null {
  const origin = 'http://localhost'
  if (typeof to !== 'string' || !URL.canParse(to, origin)) return null
  const url = new URL(to, origin)
  return url.origin === origin && url.pathname.startsWith('/o/') ? url.pathname + url.search : null
}
