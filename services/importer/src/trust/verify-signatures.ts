import { Resolver } from 'node:dns/promises'
import { Readable } from 'node:stream'
import type { DNSResolver } from 'mailauth'
import type { Explanation } from '../explanation.ts'
import { isAligned, isSameDomain } from './alignment.ts'
import type { Author } from './author.ts'
import { withoutLongLines } from './signature-limits.ts'

export type { DNSResolver as DnsResolver } from 'mailauth'

/** The sender cannot be verified yet, because the DNS gave no response. This is neither a fault of the mail nor a reason to doubt it. */
export class SenderUnverifiedError extends Error {
  override readonly name = 'SenderUnverifiedError'
  constructor() {
    super('no DNS response about the sender’s domain')
  }
}

/** A name that the DNS can have: labels of at most 63 characters, in total 253 (RFC 1035), and perhaps the dot of the root. */
const possibleName = /^(?=.{1,253}\.?$)[\w-]{1,63}(?:\.[\w-]{1,63})*\.?$/

/**
 * Queries the system's name servers with short timeouts, because a mail is leased meanwhile. The sender of a mail chooses parts of the names, and
 * the query of an impossible one would fail like one without a response: such a name does not exist.
 */
export const systemResolver = (): DNSResolver => {
  const resolver = new Resolver({ timeout: 3_000, tries: 2 })
  return async (name, type) => {
    if (!possibleName.test(name)) throw Object.assign(new Error('impossible name'), { code: 'ENOTFOUND' })
    return (await resolver.resolve(name, type)) as string[] | string[][]
  }
}

/**
 * Verifies the signatures of a mail against the author's DNS, reading it as a stream. `null` when a signature of the author's organisation is valid
 * and its DMARC policy accepts it, otherwise the reason. A signature of only a part of the body proves nothing, because a file could have been
 * appended. Throws `SenderUnverifiedError` when a required DNS response is missing, and `UnverifiableMailError` for a mail with a long line.
 */
export const doubtBySignature = async (
  raw: Readable,
  author: Author,
  resolver: DNSResolver,
): Promise<Explanation | null> => {
  // Loaded on first use: it takes 20 MiB, and is never needed with a trusted server.
  const { authenticate } = await import('mailauth')
  const { dkim, dmarc } = await authenticate(Readable.from(withoutLongLines(raw)), {
    resolver,
    mta: 'importer',
    trustReceived: false,
    disableArc: true,
    disableBimi: true,
    rejectRsaSha1: true,
  })
  if (!dmarc) return { id: 'sender.unclear' }
  const own = (dkim?.results ?? []).filter(({ signingDomain }) => isAligned(signingDomain ?? '', author.domain))
  const whole = own.filter(({ status }) => status.result === 'pass' && !status.underSized)
  if (whole.length === 0) {
    if (own.some(({ status }) => status.result === 'temperror')) throw new SenderUnverifiedError()
    return { id: own.some(({ status }) => status.underSized) ? 'sender.partly-signed' : 'sender.not-signed' }
  }
  if (dmarc.status.result === 'pass' || dmarc.status.result === 'none') return null
  if (dmarc.status.result !== 'temperror') return { id: 'sender.signature-refused' }
  // The policy may demand strict alignment, which a signature of the same domain satisfies.
  if (whole.some(({ signingDomain }) => isSameDomain(signingDomain ?? '', author.domain))) return null
  throw new SenderUnverifiedError()
}
