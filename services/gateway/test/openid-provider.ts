import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'

interface Grant {
  challenge: string
  nonce: string
  claims: Record<string, unknown>
}

/** An OpenID provider: it checks the client's secret and PKCE, and says of a person what the test wants. */
export async function startOpenIdProvider() {
  const { publicKey, privateKey } = await generateKeyPair('RS256')
  const jwk = { ...(await exportJWK(publicKey)), kid: 'k1', alg: 'RS256', use: 'sig' }
  const grants = new Map<string, Grant>()
  const received: Pick<IncomingMessage, 'url' | 'headers'>[] = []
  let issuer = ''

  async function tokenFor(body: URLSearchParams, authorization = ''): Promise<object | null> {
    const grant = grants.get(body.get('code') ?? '')
    grants.delete(body.get('code') ?? '')
    const challenge = createHash('sha256')
      .update(body.get('code_verifier') ?? '')
      .digest('base64url')
    const secret =
      body.get('client_secret') ?? Buffer.from(authorization.replace('Basic ', ''), 'base64').toString().split(':')[1]
    if (grant === undefined || challenge !== grant.challenge || secret !== 'secret-of-the-client') return null
    const id_token = await new SignJWT({ nonce: grant.nonce, ...grant.claims })
      .setProtectedHeader({ alg: 'RS256', kid: 'k1' })
      .setIssuer(issuer)
      .setAudience('client')
      .setSubject('someone')
      .setIssuedAt()
      .setExpirationTime('1m')
      .sign(privateKey)
    return { access_token: 'a', token_type: 'Bearer', id_token }
  }

  const server = createServer(async (request, response) => {
    const { url, headers } = request
    received.push({ url, headers })
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const answers: Record<string, () => Promise<object | null> | object> = {
      '/.well-known/openid-configuration': () => ({
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/keys`,
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['RS256'],
      }),
      '/keys': () => ({ keys: [jwk] }),
      '/token': () => tokenFor(new URLSearchParams(Buffer.concat(chunks).toString()), headers.authorization),
    }
    const answer = await answers[url ?? '']?.()
    response.writeHead(answer ? 200 : 400, { 'content-type': 'application/json' })
    response.end(JSON.stringify(answer ?? { error: 'invalid_grant' }))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    issuer,
    /** All requests, oldest first. */
    received,
    /** The query with which the provider sends the browser back, once the person with these claims has signed in there. */
    approve(authorizationUrl: string, claims: Record<string, unknown>): string {
      const { searchParams } = new URL(authorizationUrl)
      const code = `code-${grants.size}-${Math.random()}`
      grants.set(code, {
        challenge: searchParams.get('code_challenge') ?? '',
        nonce: searchParams.get('nonce') ?? '',
        claims,
      })
      return String(new URLSearchParams({ code, state: searchParams.get('state') ?? '', session_state: 'x' }))
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
    },
  }
}
