import type { Readable } from 'node:stream'
import { domainToASCII } from 'node:url'
import type { ImporterSettings } from '../config.ts'
import type { Explanation } from '../explanation.ts'
import { isAligned, isSameDomain } from './alignment.ts'
import { topmostVerdict } from './authentication-results.ts'
import { type Author, authorOf } from './author.ts'
import { exceedHeaderLimits, UnverifiableMailError } from './signature-limits.ts'
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
 * `null` when the sender in the From header is authentic, otherwise why not. Throws `SenderUnverifiedError` when the DNS gave no
 * response and there is a later attempt.
 */
export const senderDoubt = async (
  { settings, resolver }: Checks,
  { open, headers, from, isLastTry }: SenderQuestion,
): Promise<Explanation | null> => {
  const author = authorOf(headers)
  if (from === null || author?.address !== inAscii(from)) return { id: 'sender.unclear' }
  if (isReadDifferently(headers)) return { id: 'sender.read-differently' }
  const { IMPORT_AUTHSERV_ID: server, IMPORT_RECEIVED_ABOVE: receivedAbove } = settings
  if (server !== undefined) return doubtByServer(headers, server, receivedAbove, author)
  if (exceedHeaderLimits(headers)) return { id: 'sender.not-signed' }
  const raw = await open()
  try {
    return await doubtBySignature(raw, author, resolver)
  } catch (error) {
    if (error instanceof UnverifiableMailError) return { id: 'sender.not-signed' }
    if (!isLastTry || !(error instanceof SenderUnverifiedError)) throw error
    return { id: 'sender.no-dns' }
  } finally {
    raw.destroy()
  }
}

/** A signature covers the last header of a name; the files are read by the first, which anybody may have added. */
const readingHeaders = ['content-type', 'content-transfer-encoding', 'content-disposition']

const isReadDifferently = (headers: SenderQuestion['headers']): boolean =>
  readingHeaders.some(
    (reading) => new Set(headers.flatMap(([name, value]) => (name === reading ? [value] : []))).size > 1,
  )

const inAscii = (address: string): string => {
  const at = address.lastIndexOf('@') + 1
  return `${address.slice(0, at)}${domainToASCII(address.slice(at))}`
}

const doubtByServer = (
  headers: SenderQuestion['headers'],
  server: string,
  receivedAbove: number,
  author: Author,
): Explanation | null => {
  const found = topmostVerdict(headers)
  if (found === null || found.verdict.authservId !== server.toLowerCase()) {
    return { id: 'sender.no-verdict' }
  }
  // The sender wrote everything below the line by which the mail was received.
  if (found.receivedAbove > receivedAbove) {
    return { id: 'sender.verdict-too-low', values: { found: found.receivedAbove, allowed: receivedAbove } }
  }
  const { dmarc, dmarcFrom, dkimDomains } = found.verdict
  if (dmarc === 'fail') return { id: 'sender.policy-failed' }
  if (dmarc === 'pass' && (dmarcFrom === null || isAligned(dmarcFrom, author.domain))) return null
  // An unknown policy may demand strict alignment.
  const mayVouch = dmarc === null || dmarc === 'none' || dmarc === 'pass' ? isAligned : isSameDomain
  if (dkimDomains.some((domain) => mayVouch(domain, author.domain))) return null
  return { id: 'sender.not-confirmed' }
}
