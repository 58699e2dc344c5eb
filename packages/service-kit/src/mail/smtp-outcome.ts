/**
 * Classifies an error of sending. `unavailable`: the server was unreachable or refused our credentials, so the mail was not tried.
 * `later`: the server asks for a retry (4xx). `never`: it rejects this mail or its recipient permanently (5xx).
 */
type SmtpOutcome = 'unavailable' | 'later' | 'never'

const unavailableCodes = new Set([
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
  // 421: the server accepts no connections. 454, 530, 534, 535: it does not accept our credentials.
  if ([421, 454, 530, 534, 535].includes(responseCode ?? 0)) return 'unavailable'
  if (responseCode !== undefined) return responseCode >= 500 ? 'never' : 'later'
  if (code === undefined) return 'later'
  if (unavailableCodes.has(code)) return 'unavailable'
  // No valid mail could be made of the address or the content.
  return code === 'EENVELOPE' || code === 'EMESSAGE' ? 'never' : 'later'
}
