import type { ImapFlowError } from 'imapflow'

/** Codes of Node and OpenSSL for an invalid certificate. */
const certificateCode = /^(CERT_|ERR_TLS_CERT|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|HOSTNAME_MISMATCH|INVALID_CA)/

/** Whether retrying cannot help: a setting or the server's certificate must be changed. */
export const isPermanent = (error: unknown): boolean => {
  const { code = '', authenticationFailed, tlsFailed } = error as ImapFlowError
  return certificateCode.test(code) || authenticationFailed === true || tlsFailed === true
}

/** Describes a fault for the operator, without addresses and passwords. */
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
