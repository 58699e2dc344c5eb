/** Signing in at the provider of an organisation (OpenID Connect, authorization code flow with PKCE). */
import { hash } from 'node:crypto'
import { type Clock, type Database, type Logger, withholdTrace } from '@guidebook/service-kit'
import type { Configuration } from 'openid-client'
import type { GatewaySettings } from '../config.ts'
import type { UserRow } from '../generated/rows.ts'
import { findUserByEmail } from '../person/queries.ts'
import { beginAttempt, takeAttempt } from './attempts.ts'
import { newToken } from './secrets.ts'

const callback = '/portal/sign-in/openid/callback'
/** Loaded with the first sign-in: most deployments have no provider. */
const library = () => import('openid-client')

/** Seconds that the provider may take to answer. */
const timeout = 10

interface OpenIdParts {
  settings: GatewaySettings
  database: Database
  clock: Clock
  log: Logger
}

/** Stored while the person is at the provider. */
interface Attempt {
  nonce: string
  verifier: string
  browser: string
  to?: string
  /**
   * The hash of the session's token that the browser had, if it had one. The provider's redirect cannot carry its cookie, which is
   * `SameSite=Strict`.
   */
  session?: string | null
}

/** Why a person is not signed in, in the address of the page that says so. */
export type OpenIdFailure = 'openid-unavailable' | 'openid-refused' | 'openid-unverified' | 'openid-unknown'

export type OpenId = NonNullable<ReturnType<typeof createOpenId>>

/** Null when no provider is configured. */
export function createOpenId({ settings, database, clock, log }: OpenIdParts) {
  const { OPENID_ISSUER: issuer, OPENID_CLIENT_ID: id, OPENID_CLIENT_SECRET: secret, PUBLIC_URL } = settings
  if (issuer === undefined || id === undefined || secret === undefined) return null
  const redirectUri = PUBLIC_URL + callback
  let provider: Promise<Configuration> | undefined

  /** The provider's addresses and keys, read once. A failure is tried again with the next person. */
  function discover(): Promise<Configuration> {
    provider ??= readProvider().catch((error: unknown) => {
      provider = undefined
      throw error
    })
    return provider
  }

  async function readProvider(): Promise<Configuration> {
    const { allowInsecureRequests, discovery } = await library()
    return await withholdTrace(() =>
      discovery(new URL(issuer as string), id as string, secret, undefined, {
        timeout,
        ...(issuer?.startsWith('http:') && { execute: [allowInsecureRequests] }),
      }),
    )
  }

  return {
    name: settings.OPENID_NAME,

    /**
     * The provider's page, and a secret that ties the response to this browser. For afterwards: `to`, a path of the portal, and the hash of the
     * token of the browser's session.
     */
    async begin(
      to: string | undefined,
      session: string | null,
    ): Promise<{ url: string; browser: string } | OpenIdFailure> {
      try {
        const [client, configuration] = await Promise.all([library(), discover()])
        const [state, nonce, verifier, browser] = [newToken(), newToken(), client.randomPKCECodeVerifier(), newToken()]
        const url = client.buildAuthorizationUrl(configuration, {
          redirect_uri: redirectUri,
          scope: 'openid email profile',
          state,
          nonce,
          code_challenge: await client.calculatePKCECodeChallenge(verifier),
          code_challenge_method: 'S256',
        })
        const data = { nonce, verifier, browser: hash('sha256', browser, 'hex'), to, session }
        await beginAttempt(database.knex, { purpose: 'openid', secret: state, data }, clock.now())
        return { url: url.href, browser }
      } catch (error) {
        log.warn({ err: error }, 'the OpenID provider is unavailable')
        return 'openid-unavailable'
      }
    },

    /** Returns the person whom the provider names in this query, and the path and the session that the attempt began with. */
    async finish(
      query: URLSearchParams,
      browser: string,
    ): Promise<{ user: UserRow | OpenIdFailure; to: string | undefined; session: string | null }> {
      const state = query.get('state') ?? ''
      const row = await takeAttempt(database.knex, { purpose: 'openid', secret: state }, clock.now())
      const attempt = row?.data as Attempt | undefined
      if (attempt === undefined || attempt.browser !== hash('sha256', browser, 'hex'))
        return { user: 'openid-refused', to: undefined, session: null }
      const { to, session = null } = attempt
      return { user: await personOf(query, state, attempt), to, session }
    },
  }

  /** The provider must have verified the address, which identifies the person. */
  async function personOf(query: URLSearchParams, state: string, attempt: Attempt): Promise<UserRow | OpenIdFailure> {
    const claims = await claimsOf(query, state, attempt)
    if (claims === null) return 'openid-refused'
    if (claims.email_verified !== true || typeof claims.email !== 'string') return 'openid-unverified'
    return (await findUserByEmail(database.knex, claims.email)) ?? 'openid-unknown'
  }

  async function claimsOf(query: URLSearchParams, state: string, { nonce, verifier }: Attempt) {
    try {
      const { authorizationCodeGrant } = await library()
      const configuration = await discover()
      const tokens = await withholdTrace(() =>
        authorizationCodeGrant(configuration, new URL(`${redirectUri}?${query}`), {
          pkceCodeVerifier: verifier,
          expectedState: state,
          expectedNonce: nonce,
          idTokenExpected: true,
        }),
      )
      return tokens.claims() ?? null
    } catch (error) {
      log.warn({ err: error }, 'the OpenID provider refused a sign-in')
      return null
    }
  }
}
