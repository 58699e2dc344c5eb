/** Volumes of the containers. */
export const folders = {
  /** Its certificate is for everyone, its key only for the demonstration. */
  authority: '/var/lib/authority',
  authorityKey: '/var/lib/authority-key',
  /** Accounts and links of the latest demonstration. */
  demonstration: '/var/lib/demonstration',
  caughtMails: '/var/mail/caught',
  mailboxes: '/var/mail/boxes',
}
