import { UserFacingError } from '../user-facing-error.ts'

export interface DovecotSettings {
  /** Sockets. */
  run: string
  /** A Maildir for each mailbox. */
  mailboxes: string
  /** The user of all processes: without root, Dovecot can neither switch users nor use a chroot. */
  account: string
  group: string
  port: number
  password: string
}

const shared = ({ run, account, group, port }: DovecotSettings) => `
base_dir = ${run}
state_dir = ${run}
instance_name = guidebook
log_path = /dev/stderr
protocols = imap
listen = 127.0.0.1
ssl = no
auth_mechanisms = plain login
default_internal_user = ${account}
default_internal_group = ${group}
default_login_user = ${account}
first_valid_uid = 1
first_valid_gid = 1
mail_uid = ${account}
mail_gid = ${group}
mail_max_userip_connections = 100
service anvil {
  chroot =
}
service imap-login {
  chroot =
  inet_listener imap {
    port = ${port}
  }
  inet_listener imaps {
    port = 0
  }
}
`

const version23 = ({ mailboxes, password }: DovecotSettings) => `
disable_plaintext_auth = no
mail_location = maildir:${mailboxes}/%u
passdb {
  driver = static
  args = password=${password}
}
userdb {
  driver = static
  args = home=${mailboxes}/%u
}
`

const version24 = ({ mailboxes, password }: DovecotSettings) => `
auth_allow_cleartext = yes
mail_driver = maildir
mail_home = ${mailboxes}/%{user}
mail_path = ${mailboxes}/%{user}
passdb static {
  password = ${password}
}
userdb static {
}
`

/** The configuration for a version of Dovecot. Version 2.4 renamed many settings and requires its version on the first line. */
export function dovecotConfiguration(version: string, settings: DovecotSettings): string {
  if (version.startsWith('2.3.')) return shared(settings) + version23(settings)
  if (version.startsWith('2.4.')) {
    return `dovecot_config_version = 2.4.0\ndovecot_storage_version = 2.4.0\n${shared(settings)}${version24(settings)}`
  }
  throw new UserFacingError(`Dovecot ${version} is neither 2.3 nor 2.4: set IMAP_URL to use another server`)
}
