import type { Readable } from 'node:stream'
import { domainToASCII } from 'node:url'
import { isAligned, isSameDomain } from './alignment.ts'
import { topmostVerdict } from './authentication-results.ts'
import { type Author, authorOf } from './author.ts'
import { SenderUnverifiedError } from './sender-unverified-error.ts'
import { type DnsResolver, doubtBySignature } from './verify-signatures.ts'

/** The mail server whose authentication results are trusted. */
export interface TrustedServer {
  /** Its authserv-id in `Authentication-Results`. */
  authservId: string
  /** How many `Received` lines trusted servers write above its header. */
  receivedAbove: number
}

export interface SenderQuestion {
  /** Opens the raw mail to verify its signatures. */
  open: () => Promise<Readable>
  /** Header lines in order, unfolded: `[name in lower case, value]`. */
  headers: readonly (readonly [string, string])[]
  /** The claimed sender, lower case. */
  from: string
  /** Without one, the importer verifies signatures itself. */
  server: TrustedServer | undefined
  resolver: DnsResolver
  /** There is no later attempt: a missing DNS response counts as not verified. */
  isLastTry: boolean
}

/**
 * `null` when the sender in the From header is authentic, otherwise a sentence that says why not. Throws `SenderUnverifiedError` when the DNS gave no
 * response and there is a later attempt.
 */
export const senderDoubt = async (question: SenderQuestion): Promise<string | null> => {
  const author = authorOf(question.headers)
  if (author === null || author.address !== inAscii(question.from)) return 'The mail does not name its sender clearly.'
  return question.server === undefined
    ? await doubtByOwnCheck(question, author)
    : doubtByServer(question, question.server, author)
}

const inAscii = (address: string): string => {
  const at = address.lastIndexOf('@') + 1
  return `${address.slice(0, at)}${domainToASCII(address.slice(at))}`
}

const doubtByServer = ({ headers }: SenderQuestion, server: TrustedServer, author: Author): string | null => {
  const found = topmostVerdict(headers)
  if (found === null || found.verdict.authservId !== server.authservId.toLowerCase()) {
    return 'The mail server that received the mail has not said whether the sender is authentic.'
  }
  // The sender wrote everything below the line by which the mail was received.
  if (found.receivedAbove > server.receivedAbove) {
    return `The mail server’s word about the sender stands below ${found.receivedAbove} Received lines, where a sender could have written it (IMPORT_RECEIVED_ABOVE is ${server.receivedAbove}).`
  }
  const { dmarc, dmarcFrom, dkimDomains } = found.verdict
  if (dmarc === 'fail') return 'The policy of the sender’s domain (DMARC) was not met.'
  if (dmarc === 'pass' && (dmarcFrom === null || isAligned(dmarcFrom, author.domain))) return null
  // An unknown policy may demand strict alignment.
  const mayVouch = dmarc === null || dmarc === 'none' || dmarc === 'pass' ? isAligned : isSameDomain
  if (dkimDomains.some((domain) => mayVouch(domain, author.domain))) return null
  return 'The mail server could not confirm the sender (neither DMARC nor an aligned DKIM signature passed).'
}

const doubtByOwnCheck = async ({ open, resolver, isLastTry }: SenderQuestion, author: Author) => {
  const raw = await open()
  try {
    return await doubtBySignature(raw, author, resolver)
  } catch (error) {
    if (error instanceof SenderUnverifiedError && isLastTry)
      return 'The sender’s domain could not be asked in the DNS for a day.'
    throw error
  } finally {
    raw.destroy()
  }
}
