import type { Readable } from 'node:stream'
import { domainToASCII } from 'node:url'
import type { ImporterSettings } from '../config.ts'
import { isAligned, isSameDomain } from './alignment.ts'
import { topmostVerdict } from './authentication-results.ts'
import { type Author, authorOf } from './author.ts'
import { type DnsResolver, doubtBySignature, SenderUnverifiedError } from './verify-signatures.ts'

interface Checks {
  settings: Pick<ImporterSettings, 'IMPORT_AUTHSERV_ID' | 'IMPORT_RECEIVED_ABOVE'>
  resolver: DnsResolver
}

interface SenderQuestion {
  /** Opens the raw mail to verify its signatures. */
  open: () => Promise<Readable>
  /** Header lines in order, unfolded: `[name in lower case, value]`. */
  headers: readonly (readonly [string, string])[]
  /** The claimed sender, lower case. */
  from: string | null
  /** There is no later attempt: a missing DNS response counts as not verified. */
  isLastTry: boolean
}

/**
 * `null` when the sender in the From header is authentic, otherwise a sentence that says why not. Throws `SenderUnverifiedError` when the DNS gave no
 * response and there is a later attempt.
 */
export const senderDoubt = async (
  { settings, resolver }: Checks,
  { open, headers, from, isLastTry }: SenderQuestion,
): Promise<string | null> => {
  const author = authorOf(headers)
  if (from === null || author?.address !== inAscii(from)) return 'The mail does not name its sender clearly.'
  const { IMPORT_AUTHSERV_ID: server, IMPORT_RECEIVED_ABOVE: receivedAbove } = settings
  if (server !== undefined) return doubtByServer(headers, server, receivedAbove, author)
  const raw = await open()
  try {
    return await doubtBySignature(raw, author, resolver)
  } catch (error) {
    if (!isLastTry || !(error instanceof SenderUnverifiedError)) throw error
    return 'The sender’s domain could not be asked in the DNS for a day.'
  } finally {
    raw.destroy()
  }
}

const inAscii = (address: string): string => {
  const at = address.lastIndexOf('@') + 1
  return `${address.slice(0, at)}${domainToASCII(address.slice(at))}`
}

const doubtByServer = (
  headers: SenderQuestion['headers'],
  server: string,
  receivedAbove: number,
  author: Author,
): string | null => {
  const found = topmostVerdict(headers)
  if (found === null || found.verdict.authservId !== server.toLowerCase()) {
    return 'The mail server that received the mail has not said whether the sender is authentic.'
  }
  // The sender wrote everything below the line by which the mail was received.
  if (found.receivedAbove > receivedAbove) {
    return `The mail server’s result about the sender is below ${found.receivedAbove} Received lines, where a sender could have written it (IMPORT_RECEIVED_ABOVE is ${receivedAbove}).`
  }
  const { dmarc, dmarcFrom, dkimDomains } = found.verdict
  if (dmarc === 'fail') return 'The policy of the sender’s domain (DMARC) was not met.'
  if (dmarc === 'pass' && (dmarcFrom === null || isAligned(dmarcFrom, author.domain))) return null
  // An unknown policy may demand strict alignment.
  const mayVouch = dmarc === null || dmarc === 'none' || dmarc === 'pass' ? isAligned : isSameDomain
  if (dkimDomains.some((domain) => mayVouch(domain, author.domain))) return null
  return 'The mail server could not confirm the sender (neither DMARC nor an aligned DKIM signature passed).'
}
