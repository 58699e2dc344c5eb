import { commonSettings, mailSettings, type Settings, setting } from '@guidebook/service-kit'

/** Settings from the environment. */
export const spec = {
  ...commonSettings,
  ...mailSettings,
  IMAP_URL: setting.url({
    description:
      'Mailbox: `imaps://user:password@host:port`, or `imap://…` with STARTTLS, which a server on another machine must offer.',
    protocols: ['imap:', 'imaps:'],
    secret: true,
  }),
  IMAP_CA_FILE: setting.authorities({
    description: 'Certificate authorities of the mail server, trusted besides the public ones.',
    optional: true,
  }),
  IMAP_ALLOW_CLEARTEXT: setting.flag({
    description: 'Sign in without TLS when a server on another machine offers none.',
    default: false,
  }),
  IMPORT_AUTHSERV_ID: setting.text({
    description:
      'The authserv-id of the receiving mail server in `Authentication-Results`; without it the importer verifies signatures itself.',
    optional: true,
  }),
  IMPORT_RECEIVED_ABOVE: setting.integer({
    description:
      '`Received` lines that trusted servers write above that header; below more, the sender could have written it.',
    min: 0,
    max: 20,
    default: 0,
  }),
  IMPORT_POLL: setting.duration({
    description: 'Longest time between two polls of the mailbox when the server announces no mail.',
    default: '30s',
  }),
  IMPORT_MAX_MAIL_BYTES: setting.integer({
    description: 'Larger mails are rejected; a file of 100 MB in Base64 fits.',
    min: 1024,
    default: 160 * 1024 * 1024,
  }),
  IMPORT_READERS: setting.integer({
    description: 'Files that one process reads at once, each of another account.',
    min: 1,
    max: 16,
    default: 2,
  }),
  IMPORT_UNSETTLED: setting.integer({
    description: 'Rows of one account that may wait for releases, in all replicas together.',
    min: 1,
    max: 10_000,
    default: 200,
  }),
  IMPORT_MAIL_RETENTION: setting.retention({
    description: 'How long raw mails, and the cells of failed rows, are kept.',
    default: '90d',
  }),
  IMPORT_RETENTION: setting.retention({
    description:
      'How long runs, their rows and the records of their mails are kept: after the end of the run, in quarantine after the arrival of the mail.',
    default: '1095d',
  }),
}

export type ImporterSettings = Settings<typeof spec>
