import { authenticate } from 'mailauth'
import { isAligned, topmostVerdict } from './authentication-results.ts'

export interface SenderQuestion {
  raw: Buffer
  /** Header lines in order, unfolded. */
  headers: readonly (readonly [string, string])[]
  /** Address of the From header, lower case. */
  from: string
  authservId: string | undefined
}

/** `null` when the sender is who the From header says, else a sentence that says why that is not certain. */
export const senderDoubt = async (question: SenderQuestion): Promise<string | null> => {
  const domain = question.from.slice(question.from.lastIndexOf('@') + 1)
  return question.authservId === undefined
    ? await doubtBySignature(question.raw, domain)
    : doubtByServer(question, question.authservId, domain)
}

const doubtByServer = ({ headers }: SenderQuestion, authservId: string, domain: string): string | null => {
  const verdict = topmostVerdict(headers)
  if (verdict === null || verdict.authservId !== authservId.toLowerCase()) {
    return 'The mail server that received the mail has not said whether the sender is authentic.'
  }
  if (verdict.dmarc === 'pass' || verdict.dkimDomains.some((verified) => isAligned(verified, domain))) return null
  return 'The mail server could not confirm the sender (neither DMARC nor an aligned DKIM signature passed).'
}

/** Without a server's word, the signatures in the mail are verified against the sender's DNS. */
const doubtBySignature = async (raw: Buffer, domain: string): Promise<string | null> => {
  const { dkim, dmarc } = await authenticate(raw, {
    mta: 'importer',
    trustReceived: false,
    disableArc: true,
    disableBimi: true,
  })
  if (dmarc && dmarc.status.result === 'pass') return null
  const signed = dkim?.results.some(
    ({ status, signingDomain }) => status.result === 'pass' && isAligned(signingDomain?.toLowerCase() ?? '', domain),
  )
  return signed ? null : 'The mail carries no DKIM signature of the sender’s domain that could be verified.'
}
