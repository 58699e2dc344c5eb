import { Resolver } from 'node:dns/promises'
import type { Readable } from 'node:stream'
import type { DNSResolver } from 'mailauth'
import { isAligned, isSameDomain } from './alignment.ts'
import type { Author } from './author.ts'
import { SenderUndecided } from './sender-unverified-error.ts'

export type { DNSResolver as DnsResolver } from 'mailauth'

/** Asks the system's name servers, each for a few seconds only: a mail is handled meanwhile. */
export const systemResolver = (): DNSResolver => {
  const resolver = new Resolver({ timeout: 3_000, tries: 2 })
  return async (name, type) => (await resolver.resolve(name, type)) as string[] | string[][]
}

const notSigned = 'The mail carries no DKIM signature of the sender’s domain that could be verified.'

/**
 * Verifies the signatures of a mail against the author's DNS, reading it as a stream. `null` when one of the author's organisation
 * holds and its policy (DMARC) does not object, else why not. A signature that covers only the beginning of the body proves
 * nothing: a file could have been put behind it. Throws `SenderUndecided` when the DNS gave no answer that it hung on.
 */
export const doubtBySignature = async (
  raw: Readable,
  author: Author,
  resolver: DNSResolver,
): Promise<string | null> => {
  // Loaded when it is needed, for it takes some 20 MiB: where a server's word counts it never is.
  const { authenticate } = await import('mailauth')
  const { dkim, dmarc } = await authenticate(raw, {
    resolver,
    mta: 'importer',
    trustReceived: false,
    disableArc: true,
    disableBimi: true,
    rejectRsaSha1: true,
  })
  if (!dmarc) return 'The mail does not name its sender clearly.'
  const own = (dkim?.results ?? []).filter(({ signingDomain }) => isAligned(signingDomain ?? '', author.domain))
  const whole = own.filter(({ status }) => status.result === 'pass' && !status.underSized)
  if (whole.length === 0) {
    if (own.some(({ status }) => status.result === 'temperror')) throw new SenderUndecided()
    return own.some(({ status }) => status.underSized)
      ? 'The DKIM signature of the sender’s domain covers only a part of the mail.'
      : notSigned
  }
  if (dmarc.status.result === 'pass' || dmarc.status.result === 'none') return null
  if (dmarc.status.result !== 'temperror')
    return 'The policy of the sender’s domain (DMARC) does not accept the signature.'
  // The policy may demand the very domain; that one signed satisfies any.
  if (whole.some(({ signingDomain }) => isSameDomain(signingDomain ?? '', author.domain))) return null
  throw new SenderUndecided()
}
