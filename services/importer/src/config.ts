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
}

export type ImporterSettings = Settings<typeof spec>
