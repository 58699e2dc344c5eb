/**
 * The meaning of an error of sending. `away`: the server was unreachable or refused our credentials; it said nothing about the mail.
 * `later`: the server asks for a retry (4xx). `never`: it refuses this mail or its recipient for good (5xx).
 */
type SmtpOutcome = 'away' | 'later' | 'never'

const awayCodes = new Set([
  'ECONNECTION',
  'ESOCKET',
  'ETIMEDOUT',
  'EDNS',
  'ETLS',
  'EAUTH',
  'EREQUIRETLS',
  'ECONNREFUSED',
  'ECONNRESET',
])

export function smtpOutcome(error: unknown): SmtpOutcome {
  const { code, responseCode } = error as { code?: string; responseCode?: number }
  // 421: the server closes its door to everybody. 454, 530, 534, 535: it does not accept our credentials.
  if ([421, 454, 530, 534, 535].includes(responseCode ?? 0)) return 'away'
  if (responseCode !== undefined) return responseCode >= 500 ? 'never' : 'later'
  if (code === undefined) return 'later'
  if (awayCodes.has(code)) return 'away'
  // The address or the content could not be put into a mail at all.
  return code === 'EENVELOPE' || code === 'EMESSAGE' ? 'never' : 'later'
}
