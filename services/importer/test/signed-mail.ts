import { generateKeyPairSync } from 'node:crypto'
import { createTransport } from 'nodemailer'
import type { DnsResolver } from '../src/trust/verify-signatures.ts'

export interface SigningKey {
  domain: string
  selector: string
  privateKey: string
  /** The text of the DNS record of the selector. */
  record: string
}

export const signingKey = (domain: string, { bits = 2048 } = {}): SigningKey => {
  const pair = generateKeyPairSync('rsa', {
    modulusLength: bits,
    publicKeyEncoding: { type: 'spki', format: 'der' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  const record = `v=DKIM1; k=rsa; p=${pair.publicKey.toString('base64')}`
  return { domain, selector: 'test', privateKey: pair.privateKey, record }
}

export interface SignedMail {
  from: string
  to?: string
  subject?: string
  csv?: string
  /** Unsigned without one. */
  key?: SigningKey
}

/** What nodemailer needs to know of a mail, its signature included. */
export const messageOf = ({
  from,
  to = 'import@guidebook.test',
  subject = 'Tonight',
  csv = 'a;b',
  key,
}: SignedMail) => ({
  from,
  to,
  subject,
  text: 'The list.',
  attachments: [{ filename: 'list.csv', content: csv, contentType: 'text/csv' }],
  ...(key === undefined
    ? {}
    : { dkim: { domainName: key.domain, keySelector: key.selector, privateKey: key.privateKey } }),
})

/** The raw mail, as a mail client makes it. */
export const rawMail = async (mail: SignedMail): Promise<Buffer> => {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  const { message } = await transport.sendMail(messageOf(mail))
  return message as Buffer
}

/** A DNS that has these TXT records, and fails with the code for some names; there is no other name. */
export const dnsOf =
  (records: Record<string, string>, failing: Record<string, string> = {}): DnsResolver =>
  async (name, type) => {
    const code = failing[name]
    if (code !== undefined) throw Object.assign(new Error(`query ${code}`), { code })
    const record = records[name]
    if (type === 'TXT' && record !== undefined) return [[record]]
    throw Object.assign(new Error('query ENOTFOUND'), { code: 'ENOTFOUND' })
  }

/** The records by which keys are found, and policies by their domains. */
export const recordsOf = (keys: readonly SigningKey[], policies: Record<string, string> = {}): Record<string, string> =>
  Object.fromEntries([
    ...keys.map(({ domain, selector, record }) => [`${selector}._domainkey.${domain}`, record]),
    ...Object.entries(policies).map(([domain, policy]) => [`_dmarc.${domain}`, policy]),
  ])
