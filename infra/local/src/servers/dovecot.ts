import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { LocalFault } from '../fault.ts'
import { type Child, startChild, type User } from '../processes/child.ts'
import { mustRun } from '../processes/run.ts'
import { accepts, waitFor } from '../processes/wait-for.ts'
import type { ProcessHost } from '../state/processes.ts'

export interface DovecotOptions {
  /** Path of `dovecot`. */
  program: string
  data: string
  log: string
  port: number
  /** Every mailbox has this password; a mailbox appears when its name first signs in or gets mail. */
  password: string
  user: User | undefined
  host: ProcessHost
}

export interface Dovecot {
  /** Folder that holds a Maildir for each mailbox, by its name. */
  mailboxes: string
  child: Child
  stop(): Promise<void>
}

/** The address of a mailbox. */
export const imapUrl = (port: number, mailbox: string, password: string) =>
  `imap://${mailbox}:${password}@127.0.0.1:${port}`

interface Places {
  run: string
  mailboxes: string
  account: string
  group: string
}

/** Dovecot without root: every one of its processes runs as the one user, none in a chroot. */
const configuration = ({ port, password }: DovecotOptions, { run, mailboxes, account, group }: Places) => `
base_dir = ${run}
state_dir = ${run}
instance_name = guidebook
log_path = /dev/stderr
protocols = imap
listen = 127.0.0.1
ssl = no
disable_plaintext_auth = no
auth_mechanisms = plain login
default_internal_user = ${account}
default_internal_group = ${group}
default_login_user = ${account}
first_valid_uid = 1
first_valid_gid = 1
mail_uid = ${account}
mail_gid = ${group}
mail_location = maildir:${mailboxes}/%u
mail_max_userip_connections = 100
passdb {
  driver = static
  args = password=${password}
}
userdb {
  driver = static
  args = home=${mailboxes}/%u
}
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

async function refuseOtherVersions(program: string): Promise<void> {
  const version = (await mustRun(program, ['--version'])).trim()
  if (version.startsWith('2.3.')) return
  throw new LocalFault(
    `Dovecot ${version.split(' ')[0]} reads another configuration than 2.3: set IMAP_URL to a server of yours`,
  )
}

/** Starts an IMAP server on 127.0.0.1 and waits until it accepts connections. */
export async function startDovecot(options: DovecotOptions): Promise<Dovecot> {
  const { program, data, host, log, port, user } = options
  await refuseOtherVersions(program)
  // Not under the data folder: the path of a Unix socket may have 107 characters, that of a checkout any number.
  const run = mkdtempSync(join(tmpdir(), 'guidebook-imap-'))
  const mailboxes = join(data, 'mailboxes')
  mkdirSync(mailboxes, { recursive: true, mode: 0o755 })
  chmodSync(run, 0o755)
  if (user) for (const place of [run, data, mailboxes]) chownSync(place, user.uid, user.gid)
  // Dovecot puts a link of this name into its run folder, so the file itself must lie elsewhere.
  const config = join(data, 'dovecot.conf')
  const account = user ? 'nobody' : userInfo().username
  const group = (await mustRun('id', ['-gn', account])).trim()
  writeFileSync(config, configuration(options, { run, mailboxes, account, group }), { mode: 0o600 })
  if (user) chownSync(config, user.uid, user.gid)
  const child = await startChild({
    name: 'Dovecot',
    command: program,
    args: ['-F', '-c', config],
    cwd: data,
    env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', HOME: data, LC_ALL: 'C.UTF-8' },
    log,
    user,
    stopSignal: 'SIGTERM',
    host,
  })
  const stop = async () => {
    await child.stop(10_000)
    rmSync(run, { recursive: true, force: true })
  }
  try {
    await waitFor(child, log, 20_000, () => accepts(port))
  } catch (error) {
    await stop()
    throw error
  }
  return { mailboxes, child, stop }
}
