import type { ImapFlowError } from 'imapflow'

/** Codes of Node and OpenSSL for a certificate that does not prove what it should. */
const certificateCode = /^(CERT_|ERR_TLS_CERT|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|HOSTNAME_MISMATCH|INVALID_CA)/

/** Whether time alone will not mend it: somebody has to change a setting, or the server's certificate. */
export const isLasting = (error: unknown): boolean => {
  const { code = '', authenticationFailed, tlsFailed } = error as ImapFlowError
  return certificateCode.test(code) || authenticationFailed === true || tlsFailed === true
}

/** Why the mailbox is not watched, as a sentence for whoever runs the service; holds no address and no password. */
export const describeFault = (error: unknown): string => {
  const { code, authenticationFailed, tlsFailed } = error as ImapFlowError
  if (code !== undefined && certificateCode.test(code)) {
    return `the certificate of the mail server is not trusted (${code}): check IMAP_URL and IMAP_CA_FILE`
  }
  if (tlsFailed) return 'the mail server offers no TLS, which is required of any other machine (IMAP_ALLOW_CLEARTEXT)'
  if (authenticationFailed) return 'the mail server refused the user name or the password of IMAP_URL'
  if (code === 'ECONNREFUSED' || code === 'ENOTFOUND' || code === 'CONNECT_TIMEOUT' || code === 'EAI_AGAIN') {
    return `the mail server cannot be reached (${code})`
  }
  return 'the mailbox could not be read'
}
