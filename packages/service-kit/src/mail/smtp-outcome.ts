/**
 * What an error of sending means. `away`: the server could not be reached, or did not let us in; nothing was said about the mail.
 * `later`: the server asks to be tried again (4xx). `never`: it refuses this mail or its receiver for good (5xx).
 */
export type SmtpOutcome = 'away' | 'later' | 'never'

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
