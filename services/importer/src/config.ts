import { commonSettings, type Settings, setting } from '@guidebook/service-kit'

/** What the environment says. */
export const spec = {
  ...commonSettings,
  SMTP_URL: setting.url({ protocols: ['smtp:', 'smtps:'] }),
  MAIL_FROM: setting.text({ default: 'Guidebook service <no-reply@localhost>' }),
  /** `imap://user:password@host:port` (TLS by STARTTLS when the server has it) or `imaps://…`. */
  IMAP_URL: setting.url({ protocols: ['imap:', 'imaps:'] }),
  /** The name by which the receiving mail server signs its `Authentication-Results`; without it signatures are verified here. */
  IMPORT_AUTHSERV_ID: setting.text({ optional: true }),
  /** Longest time between two looks into the mailbox, should the server not announce new mail. */
  IMPORT_POLL: setting.duration({ default: '30s' }),
  /** Larger mails are not read. */
  IMPORT_MAX_MAIL_BYTES: setting.integer({ min: 1024, default: 50 * 1024 * 1024 }),
  /** Files that one process reads at once, each of another account. */
  IMPORT_READERS: setting.integer({ min: 1, max: 16, default: 2 }),
  /** Rows of one account that may be under way in releases, of all replicas together. */
  IMPORT_UNSETTLED: setting.integer({ min: 1, max: 10_000, default: 200 }),
}

export type ImporterSettings = Settings<typeof spec>
