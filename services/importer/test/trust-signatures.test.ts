import { Readable } from 'node:stream'
import { dkimSign } from 'mailauth/lib/dkim/sign.js'
import { expect, it } from 'vitest'
import { inEnglish } from '../src/explanation.ts'
import { senderDoubt } from '../src/trust/authenticate-sender.ts'
import { type DnsResolver, systemResolver } from '../src/trust/verify-signatures.ts'
import { dnsOf, rawMail, recordsOf, signingKey } from './signed-mail.ts'

const from = 'bookings@operator.example'
const own = signingKey('operator.example')
const below = signingKey('mail.operator.example')
const foreign = signingKey('attacker.example')
const records = recordsOf([own, below, foreign])
const notSigned = expect.stringContaining('no DKIM signature')

const doubtAbout = async (raw: Buffer, resolver: DnsResolver, { isLastTry = false } = {}) => {
  const doubt = await senderDoubt(
    { settings: { IMPORT_AUTHSERV_ID: undefined, IMPORT_RECEIVED_ABOVE: 0 }, resolver },
    { open: async () => Readable.from(pieces(raw)), headers: [['from', from]], from, isLastTry },
  )
  return doubt && inEnglish(doubt)
}

function* pieces(raw: Buffer) {
  for (let start = 0; start < raw.length; start += 777) yield raw.subarray(start, start + 777)
}

it.each([
  ['of the very domain', own],
  ['of a domain below', below],
])('a signature %s is believed without a policy and with one', async (_, key) => {
  const raw = await rawMail({ from, key })
  expect(await doubtAbout(raw, dnsOf(records))).toBeNull()
  const policies = { 'operator.example': 'v=DMARC1; p=reject' }
  expect(await doubtAbout(raw, dnsOf(recordsOf([own, below], policies)))).toBeNull()
})

it('a policy that demands strict alignment is applied', async () => {
  const policies = { 'operator.example': 'v=DMARC1; p=reject; adkim=s' }
  const dns = dnsOf(recordsOf([own, below], policies))
  expect(await doubtAbout(await rawMail({ from, key: own }), dns)).toBeNull()
  expect(await doubtAbout(await rawMail({ from, key: below }), dns)).toContain('DMARC')
})

it('a mail without a signature, with one of another domain, or altered in transit is not trusted', async () => {
  expect(await doubtAbout(await rawMail({ from }), dnsOf(records))).toEqual(notSigned)
  expect(await doubtAbout(await rawMail({ from, key: foreign }), dnsOf(records))).toEqual(notSigned)
  const signed = (await rawMail({ from, key: own })).toString('latin1')
  const altered = signed.replace('The list.', 'The lust.')
  expect(await doubtAbout(Buffer.from(altered, 'latin1'), dnsOf(records))).toEqual(notSigned)
})

it('a signature is trusted only if its domain publishes the key', async () => {
  const raw = await rawMail({ from, key: own })
  expect(await doubtAbout(raw, dnsOf({}))).toEqual(notSigned)
  expect(await doubtAbout(raw, dnsOf(recordsOf([signingKey('operator.example')])))).toEqual(notSigned)
  expect(await doubtAbout(raw, dnsOf({ 'test._domainkey.operator.example': 'v=DKIM1; k=rsa; p=' }))).toEqual(notSigned)
})

it('a signature with a short key is not trusted', async () => {
  const weak = signingKey('operator.example', { bits: 768 })
  expect(await doubtAbout(await rawMail({ from, key: weak }), dnsOf(recordsOf([weak])))).toEqual(notSigned)
})

it('a signature of the first part of a mail does not cover appended content', async () => {
  const plain = await rawMail({ from })
  const signer = { signingDomain: own.domain, selector: own.selector, privateKey: own.privateKey }
  const { signatures } = await dkimSign(plain, {
    ...signer,
    canonicalization: 'relaxed/relaxed',
    signatureData: [{ ...signer, maxBodyLength: 40 }],
  })
  const raw = Buffer.concat([Buffer.from(signatures), plain])
  expect(raw.toString()).toMatch(/ l=40/)
  expect(await doubtAbout(raw, dnsOf(records))).toContain('covers only a part')
})

it('a mail with a line of more than 64 KiB is not verified', async () => {
  const signer = { signingDomain: own.domain, selector: own.selector, privateKey: own.privateKey }
  const signed = async (length: number) => {
    const plain = Buffer.from(`From: ${from}\r\n\r\n${'x'.repeat(length)}\r\n`)
    const { signatures } = await dkimSign(plain, {
      ...signer,
      canonicalization: 'relaxed/relaxed',
      signatureData: [signer],
    })
    return Buffer.concat([Buffer.from(signatures), plain])
  }
  expect(await doubtAbout(await signed(60_000), dnsOf(records))).toBeNull()
  expect(await doubtAbout(await signed(70_000), dnsOf(records))).toEqual(notSigned)
})

it.each(['ESERVFAIL', 'ETIMEOUT', 'ECONNREFUSED', 'EREFUSED'])(
  'a DNS that fails with %s leaves the question open, until there is no later try',
  async (code) => {
    const raw = await rawMail({ from, key: own })
    const dns = dnsOf(records, { 'test._domainkey.operator.example': code })
    await expect(doubtAbout(raw, dns)).rejects.toMatchObject({ name: 'SenderUnverifiedError' })
    expect(await doubtAbout(raw, dns, { isLastTry: true })).toContain('for a day')
  },
)

it('a DNS failure for the signature of another domain is no reason to wait', async () => {
  const raw = await rawMail({ from, key: foreign })
  expect(await doubtAbout(raw, dnsOf(records, { 'test._domainkey.attacker.example': 'ESERVFAIL' }))).toEqual(notSigned)
})

it.each([
  ['a label of 64 characters', 'x'.repeat(64)],
  ['254 characters', [63, 63, 63, 34].map((length) => 'x'.repeat(length)).join('.')],
])('a key whose name has %s does not exist, which is no reason to wait', async (_, selector) => {
  const ofSystem = systemResolver()
  const dns: DnsResolver = (name, type) =>
    name.includes('._domainkey.') ? ofSystem(name, type) : dnsOf(records)(name, type)
  expect(await doubtAbout(await rawMail({ from, key: { ...own, selector } }), dns)).toEqual(notSigned)
})

it('an unavailable policy matters only if it could demand strict alignment', async () => {
  const dns = dnsOf(records, { '_dmarc.operator.example': 'ESERVFAIL' })
  expect(await doubtAbout(await rawMail({ from, key: own }), dns)).toBeNull()
  await expect(doubtAbout(await rawMail({ from, key: below }), dns)).rejects.toMatchObject({
    name: 'SenderUnverifiedError',
  })
})
