import type { Readable } from 'node:stream'
import { domainToASCII } from 'node:url'
import { isAligned, isSameDomain } from './alignment.ts'
import { topmostVerdict } from './authentication-results.ts'
import { type Author, authorOf } from './author.ts'
import { SenderUndecided } from './sender-unverified-error.ts'
import { type DnsResolver, doubtBySignature } from './verify-signatures.ts'

/** The server whose word about senders counts. */
export interface TrustedServer {
  /** Its name in `Authentication-Results`. */
  authservId: string
  /** How many `Received` lines the operator's own servers write above its word. */
  receivedAbove: number
}

export interface SenderQuestion {
  /** Opens the raw mail, for its signatures. */
  open: () => Promise<Readable>
  /** Header lines in order, unfolded: `[name in lower case, value]`. */
  headers: readonly (readonly [string, string])[]
  /** Address that the mail is taken to be from, lower case. */
  from: string
  /** Without one, signatures are verified here. */
  server: TrustedServer | undefined
  resolver: DnsResolver
  /** There will be no later try: what the DNS does not say now counts as not verified. */
  isLastTry: boolean
}

/**
 * `null` when the sender is who the From header says, else a sentence that says why that is not certain. Throws
 * `SenderUndecided` when the DNS gave no answer and there is a later try.
 */
export const senderDoubt = async (question: SenderQuestion): Promise<string | null> => {
  const author = authorOf(question.headers)
  if (author === null || author.address !== inAscii(question.from)) return 'The mail does not name its sender clearly.'
  return question.server === undefined
    ? await doubtByOwnLook(question, author)
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
  // What stands below the line by which the mail came in was written by its sender.
  if (found.receivedAbove > server.receivedAbove) {
    return `The mail server’s word about the sender stands below ${found.receivedAbove} Received lines, where a sender could have written it (IMPORT_RECEIVED_ABOVE is ${server.receivedAbove}).`
  }
  const { dmarc, dmarcFrom, dkimDomains } = found.verdict
  if (dmarc === 'fail') return 'The policy of the sender’s domain (DMARC) was not met.'
  if (dmarc === 'pass' && (dmarcFrom === null || isAligned(dmarcFrom, author.domain))) return null
  // Where nothing is known of the policy, it may demand the very domain.
  const speaks = dmarc === null || dmarc === 'none' || dmarc === 'pass' ? isAligned : isSameDomain
  if (dkimDomains.some((domain) => speaks(domain, author.domain))) return null
  return 'The mail server could not confirm the sender (neither DMARC nor an aligned DKIM signature passed).'
}

const doubtByOwnLook = async ({ open, resolver, isLastTry }: SenderQuestion, author: Author) => {
  const raw = await open()
  try {
    return await doubtBySignature(raw, author, resolver)
  } catch (error) {
    if (error instanceof SenderUndecided && isLastTry)
      return 'The sender’s domain could not be asked in the DNS for a day.'
    throw error
  } finally {
    raw.destroy()
  }
}
