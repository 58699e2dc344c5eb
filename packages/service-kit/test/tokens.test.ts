import type { ServiceName } from '@guidebook/contracts'
import { SignJWT, UnsecuredJWT } from 'jose'
import { describe, expect, test } from 'vitest'
import { type StatedIdentity, serviceIdentity } from '../src/identity/identity.ts'
import { createTokenIssuer } from '../src/identity/token-issuer.ts'
import { movableClock } from '../src/test/movable-clock.ts'
import { testKeys } from '../src/test/test-keys.ts'

const partner: StatedIdentity = {
  scope: 'partner',
  account: 'a1',
  oid: 'ABC',
  test: false,
  actor: 'gbk_live_abc',
  keyPrefix: 'abc',
}

function setUp() {
  const clock = movableClock('2026-03-01T12:00:00Z')
  const keys = testKeys(clock)
  const verify = (token: string) => keys.verifier('geodata').verify(`Bearer ${token}`)
  return { clock, keys, verify }
}

const refused = expect.objectContaining({ code: 'unauthorized', status: 401 })

describe('internal tokens', () => {
  test('contain the identity and the service that signed', async () => {
    const { keys, verify } = setUp()
    const token = await keys.issuer('gateway').sign({ audience: 'geodata', identity: partner })
    expect(await verify(token)).toEqual({ ...partner, issuer: 'gateway' })
  })

  test('an identity cannot state another issuer than the signature', async () => {
    const { keys, verify } = setUp()
    const identity = { ...serviceIdentity('builder'), issuer: 'gateway' } as StatedIdentity
    expect(await verify(await keys.issuer('builder').sign({ audience: 'geodata', identity }))).toMatchObject({
      issuer: 'builder',
    })
  })

  test('are refused by another audience', async () => {
    const { keys, verify } = setUp()
    const token = await keys.issuer('gateway').sign({ audience: 'releases', identity: partner })
    await expect(verify(token)).rejects.toEqual(refused)
  })

  test('are valid for 60 seconds and refused afterwards, even when they were accepted before', async () => {
    const { clock, keys } = setUp()
    const verifier = keys.verifier('geodata')
    const token = await keys.issuer('gateway').sign({ audience: 'geodata', identity: partner })
    clock.advance(59_000)
    await expect(verifier.verify(`Bearer ${token}`)).resolves.toMatchObject({ account: 'a1' })
    clock.advance(10_000)
    await expect(verifier.verify(`Bearer ${token}`)).rejects.toEqual(refused)
  })

  test('are refused when they were changed', async () => {
    const { keys, verify } = setUp()
    const token = await keys.issuer('gateway').sign({ audience: 'geodata', identity: partner })
    const [head, body, signature] = token.split('.') as [string, string, string]
    const claims = JSON.parse(Buffer.from(body, 'base64url').toString())
    claims.identity.account = 'a2'
    const forged = Buffer.from(JSON.stringify(claims)).toString('base64url')
    await expect(verify([head, forged, signature].join('.'))).rejects.toEqual(refused)
  })

  test('are refused when they were not signed with the issuer’s key', async () => {
    const { clock, keys, verify } = setUp()
    const impostor = createTokenIssuer({ service: 'gateway', privateKey: keys.privateKeys.builder, clock })
    await expect(verify(await impostor.sign({ audience: 'geodata', identity: partner }))).rejects.toEqual(refused)
  })

  test('are refused when the issuer is unknown', async () => {
    const { clock, keys, verify } = setUp()
    for (const service of ['unknown', '__proto__', 'constructor'] as string[] as ServiceName[]) {
      const unknownIssuer = createTokenIssuer({ service, privateKey: keys.privateKeys.builder, clock })
      await expect(verify(await unknownIssuer.sign({ audience: 'geodata', identity: partner }))).rejects.toEqual(
        refused,
      )
    }
  })

  test('are refused when unsigned, signed with a shared secret, without an expiry, or with a distant one', async () => {
    const { clock, verify } = setUp()
    const now = Math.floor(clock.now().getTime() / 1_000)
    const claims = { identity: partner, iss: 'gateway', aud: 'geodata', iat: now }
    const unsigned = new UnsecuredJWT({ ...claims, exp: now + 60 }).encode()
    const symmetric = await new SignJWT({ ...claims, exp: now + 60 })
      .setProtectedHeader({ alg: 'HS256' })
      .sign(Buffer.alloc(32))
    for (const token of [unsigned, symmetric, 'nonsense', '', 'a.b.c'])
      await expect(verify(token)).rejects.toEqual(refused)
  })

  test('a missing header and another scheme are refused', async () => {
    const { keys } = setUp()
    const verifier = keys.verifier('geodata')
    await expect(verifier.verify(undefined)).rejects.toEqual(refused)
    await expect(verifier.verify('Basic abc')).rejects.toEqual(refused)
  })

  test('one token is used for half a minute, then a new one is signed', async () => {
    const { clock, keys } = setUp()
    const issuer = keys.issuer('gateway')
    const sign = () => issuer.sign({ audience: 'geodata', identity: partner })
    const first = await sign()
    clock.advance(29_000)
    expect(await sign()).toBe(first)
    clock.advance(2_000)
    expect(await sign()).not.toBe(first)
    const other = await issuer.sign({ audience: 'geodata', identity: { ...partner, account: 'a2' } })
    expect(other).not.toBe(await sign())
  })
})
