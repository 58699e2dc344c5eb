import { commonSettings, type Settings, setting } from '@guidebook/service-kit'
import type { MailServer } from './mailbox/connection.ts'
import type { TrustedServer } from './trust/authenticate-sender.ts'

/** What the environment says. */
export const spec = {
  ...commonSettings,
  SMTP_URL: setting.url({ protocols: ['smtp:', 'smtps:'] }),
  MAIL_FROM: setting.text({ default: 'Guidebook service <no-reply@localhost>' }),
  /** `imaps://user:password@host:port`, or `imap://…`: TLS by STARTTLS, which a server on another machine must offer. */
  IMAP_URL: setting.url({ protocols: ['imap:', 'imaps:'] }),
  /** PEM file of an authority that is trusted for the mail server besides the public ones. */
  IMAP_CA_FILE: setting.authorities({ optional: true }),
  /** Sign in without TLS when a server on another machine offers none. */
  IMAP_ALLOW_CLEARTEXT: setting.flag({ default: false }),
  /** The name by which the receiving mail server signs its `Authentication-Results`; without it signatures are verified here. */
  IMPORT_AUTHSERV_ID: setting.text({ optional: true }),
  /** `Received` lines that own servers write above that header; below more of them it could be the sender's. */
  IMPORT_RECEIVED_ABOVE: setting.integer({ min: 0, max: 20, default: 0 }),
  /** Longest time between two looks into the mailbox, should the server not announce new mail. */
  IMPORT_POLL: setting.duration({ default: '30s' }),
  /** Larger mails are not read. A file of 100 MB in Base64 fits. */
  IMPORT_MAX_MAIL_BYTES: setting.integer({ min: 1024, default: 160 * 1024 * 1024 }),
  /** Files that one process reads at once, each of another account. */
  IMPORT_READERS: setting.integer({ min: 1, max: 16, default: 2 }),
  /** Rows of one account that may be under way in releases, of all replicas together. */
  IMPORT_UNSETTLED: setting.integer({ min: 1, max: 10_000, default: 200 }),
}

export type ImporterSettings = Settings<typeof spec>

/** How the mail server is reached. */
export const mailServer = (
  settings: Pick<ImporterSettings, 'IMAP_URL' | 'IMAP_CA_FILE' | 'IMAP_ALLOW_CLEARTEXT'>,
): Omit<MailServer, 'longestAnswer'> => ({
  url: settings.IMAP_URL,
  authorities: settings.IMAP_CA_FILE,
  allowCleartext: settings.IMAP_ALLOW_CLEARTEXT,
})

/** Whose word about senders counts; `undefined`: signatures are verified here. */
export const trustedServer = (settings: ImporterSettings): TrustedServer | undefined =>
  settings.IMPORT_AUTHSERV_ID === undefined
    ? undefined
    : { authservId: settings.IMPORT_AUTHSERV_ID, receivedAbove: settings.IMPORT_RECEIVED_ABOVE }
