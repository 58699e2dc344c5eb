import { once } from 'node:events'
import { type AddressInfo, connect as connectTcp } from 'node:net'
import { createServer } from 'node:tls'
import { createLogger } from '@guidebook/service-kit'
import { testServer } from '@guidebook/service-kit/test'
import { type Certificate, makeCertificate } from '@guidebook/service-kit/test/https-receiver'
import { expect, it } from 'vitest'
import { connect, type MailServer } from '../src/mailbox/connection.ts'
import { describeFault } from '../src/mailbox/fault.ts'

const log = createLogger({ service: 'importer', level: 'silent' })
const plain = new URL(testServer('TEST_IMAP_URL'))

/** Speaks TLS in front of the mail server. */
const behindTls = async ({ certificate, key }: Certificate) => {
  const server = createServer({ cert: certificate, key }, (inbound) => {
    const outbound = connectTcp(Number(plain.port), plain.hostname)
    inbound.pipe(outbound).pipe(inbound)
    for (const socket of [inbound, outbound]) socket.on('error', () => socket.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = new URL(plain.href.replace(/^imap:/, 'imaps:'))
  url.port = String((server.address() as AddressInfo).port)
  return { url: url.href, [Symbol.asyncDispose]: async () => void server.close() }
}

/** `signed in`, or why not. */
const attempt = async (changes: Partial<MailServer> & Pick<MailServer, 'IMAP_URL'>): Promise<string> => {
  try {
    const defaults = { IMAP_CA_FILE: undefined, IMAP_ALLOW_CLEARTEXT: false, IMPORT_MAX_MAIL_BYTES: 1024 * 1024 }
    const session = await connect({ ...defaults, ...changes }, log)
    session.client.close()
    return 'signed in'
  } catch (error) {
    return describeFault(error)
  }
}

it('only a certificate of the configured authority is trusted', async () => {
  const good = await makeCertificate(['localhost'])
  const other = await makeCertificate(['localhost'])
  await using server = await behindTls(good)
  expect(await attempt({ IMAP_URL: server.url, IMAP_CA_FILE: [good.certificate] })).toBe('signed in')
  expect(await attempt({ IMAP_URL: server.url })).toContain('is not trusted (DEPTH_ZERO_SELF_SIGNED_CERT)')
  expect(await attempt({ IMAP_URL: server.url, IMAP_CA_FILE: [other.certificate] })).toContain('is not trusted')
})

it('an expired certificate and one for another host are not trusted', async () => {
  const expired = await makeCertificate(['localhost'], { expired: true })
  await using server = await behindTls(expired)
  expect(await attempt({ IMAP_URL: server.url, IMAP_CA_FILE: [expired.certificate] })).toContain('(CERT_HAS_EXPIRED)')
  const elsewhere = await makeCertificate(['imap.example'])
  await using misnamed = await behindTls(elsewhere)
  const url = misnamed.url.replace('127.0.0.1', 'localhost')
  expect(await attempt({ IMAP_URL: url, IMAP_CA_FILE: [elsewhere.certificate] })).toContain(
    '(ERR_TLS_CERT_ALTNAME_INVALID)',
  )
})

it('a server on another machine without TLS is refused unless cleartext is allowed', async () => {
  // The same machine by an address that does not look like it.
  const url = plain.href.replace('127.0.0.1', '[::ffff:127.0.0.1]')
  expect(await attempt({ IMAP_URL: url })).toContain('offers no TLS')
  expect(await attempt({ IMAP_URL: url, IMAP_ALLOW_CLEARTEXT: true })).toBe('signed in')
  expect(await attempt({ IMAP_URL: plain.href })).toBe('signed in')
})

it('a wrong password and an unreachable server are reported differently', async () => {
  expect(await attempt({ IMAP_URL: plain.href.replace(plain.password, 'wrong') })).toContain(
    'refused the user name or the password',
  )
  expect(await attempt({ IMAP_URL: 'imap://import:x@127.0.0.1:9' })).toContain('cannot be reached (ECONNREFUSED)')
})
