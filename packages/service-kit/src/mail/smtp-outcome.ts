/**
 * Classifies an error of sending. `unavailable`: the server was unreachable or refused the session or our credentials, so the mail was not tried.
 * `later`: the server asks for a retry (4xx), or the connection ended after content was sent, so the server may have the mail.
 * `never`: it rejects this mail or its recipient permanently (5xx).
 */
type SmtpOutcome = 'unavailable' | 'later' | 'never'

/** Faults of the connection, of the greeting and of the login. */
const sessionCodes = new Set([
  'ECONNECTION',
  'ESOCKET',
  'ETIMEDOUT',
  'EDNS',
  'ETLS',
  'EPROTOCOL',
  'EAUTH',
  'EREQUIRETLS',
  'ECONNREFUSED',
  'ECONNRESET',
])

/** `isContentSent`: whether the server has received any of the mail's content. */
export function smtpOutcome(error: unknown, isContentSent: boolean): SmtpOutcome {
  const { code, responseCode } = error as { code?: string; responseCode?: number }
  // 421: the server accepts no connections. 454, 530, 534, 535: it does not accept our credentials.
  if ([421, 454, 530, 534, 535].includes(responseCode ?? 0)) return 'unavailable'
  if (code !== undefined && sessionCodes.has(code) && !isContentSent) return 'unavailable'
  if (responseCode !== undefined) return responseCode >= 500 ? 'never' : 'later'
  // No valid mail could be made of the address or the content.
  return code === 'EENVELOPE' || code === 'EMESSAGE' ? 'never' : 'later'
}
