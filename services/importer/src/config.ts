import { commonSettings, type Settings, setting } from '@guidebook/service-kit'

/** Settings from the environment. */
export const spec = {
  ...commonSettings,
  SMTP_URL: setting.url({ protocols: ['smtp:', 'smtps:'] }),
  MAIL_FROM: setting.text({ default: 'Guidebook service <no-reply@localhost>' }),
  /** `imaps://user:password@host:port`, or `imap://…`: TLS by STARTTLS, which a server on another machine must offer. */
  IMAP_URL: setting.url({ protocols: ['imap:', 'imaps:'] }),
  /** PEM file of a certificate authority for the mail server, trusted in addition to the public ones. */
  IMAP_CA_FILE: setting.authorities({ optional: true }),
  /** Sign in without TLS when a server on another machine offers none. */
  IMAP_ALLOW_CLEARTEXT: setting.flag({ default: false }),
  /** The authserv-id of the receiving mail server in `Authentication-Results`; without it the importer verifies signatures itself. */
  IMPORT_AUTHSERV_ID: setting.text({ optional: true }),
  /** `Received` lines that trusted servers write above that header; below more lines the sender could have written it. */
  IMPORT_RECEIVED_ABOVE: setting.integer({ min: 0, max: 20, default: 0 }),
  /** Longest time between two polls of the mailbox when the server announces no mail. */
  IMPORT_POLL: setting.duration({ default: '30s' }),
  /** Larger mails are rejected. A file of 100 MB in Base64 fits. */
  IMPORT_MAX_MAIL_BYTES: setting.integer({ min: 1024, default: 160 * 1024 * 1024 }),
  /** Files that one process reads at once, each of another account. */
  IMPORT_READERS: setting.integer({ min: 1, max: 16, default: 2 }),
  /** How long raw mails, and the cells of failed rows, are kept; `0`: for ever. */
  IMPORT_MAIL_RETENTION: setting.retention({ default: '90d' }),
  /** How long runs, their rows and the records of their mails are kept; `0`: for ever. */
  IMPORT_RETENTION: setting.retention({ default: '1095d' }),
  /** Rows of one account that may wait for releases, in all replicas together. */
  IMPORT_UNSETTLED: setting.integer({ min: 1, max: 10_000, default: 200 }),
}

export type ImporterSettings = Settings<typeof spec>
