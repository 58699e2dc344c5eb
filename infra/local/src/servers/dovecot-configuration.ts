import { LocalFault } from '../fault.ts'

export interface DovecotPlaces {
  /** Sockets. */
  run: string
  /** A Maildir for each mailbox. */
  mailboxes: string
  /** Who all of its processes run as: a server without root runs none of them as another, and none in a chroot. */
  account: string
  group: string
  port: number
  password: string
}

const shared = ({ run, account, group, port }: DovecotPlaces) => `
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

const version23 = ({ mailboxes, password }: DovecotPlaces) => `
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

const version24 = ({ mailboxes, password }: DovecotPlaces) => `
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

/** The configuration that a version of Dovecot reads: 2.4 renamed much of what 2.3 knew, and wants to be told so first. */
export function dovecotConfiguration(version: string, places: DovecotPlaces): string {
  if (version.startsWith('2.3.')) return shared(places) + version23(places)
  if (version.startsWith('2.4.')) {
    return `dovecot_config_version = 2.4.0\ndovecot_storage_version = 2.4.0\n${shared(places)}${version24(places)}`
  }
  throw new LocalFault(`Dovecot ${version} is neither 2.3 nor 2.4: set IMAP_URL to a server of yours`)
}
