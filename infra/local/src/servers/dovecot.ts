import { createHash } from 'node:crypto'
import { chownSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { type Child, startChild, type User } from '../processes/child.ts'
import { mustRun } from '../processes/run.ts'
import { accepts, waitFor } from '../processes/wait-for.ts'
import { privateFolder } from '../state/private-folder.ts'
import type { ProcessTracker } from '../state/processes.ts'
import { dovecotConfiguration } from './dovecot-configuration.ts'

export interface DovecotOptions {
  /** Path of `dovecot`. */
  program: string
  data: string
  log: string
  port: number
  /** The password of every mailbox. A mailbox is created by its first sign-in or mail. */
  password: string
  user: User | undefined
  tracker: ProcessTracker
}

export interface Dovecot {
  /** Holds a Maildir for each mailbox, by its name. */
  mailboxes: string
  child: Child
  stop(): Promise<void>
}

/** The address of a mailbox. */
export const imapUrl = (port: number, mailbox: string, password: string) =>
  `imap://${mailbox}:${password}@127.0.0.1:${port}`

/**
 * The folder of the sockets. It is outside the data folder, because the path of a Unix socket has at most 107 characters. The same
 * data always gets the same folder, so that a start replaces the one that a killed start left behind.
 */
function runFolder(data: string, user: User | undefined): string {
  const name = createHash('sha256').update(data).digest('hex').slice(0, 12)
  const folder = join(tmpdir(), `guidebook-imap-${name}`)
  rmSync(folder, { recursive: true, force: true })
  privateFolder(folder, user)
  return folder
}

/** Starts an IMAP server on 127.0.0.1 and waits until it accepts connections. */
export async function startDovecot(options: DovecotOptions): Promise<Dovecot> {
  const { program, data, tracker, log, port, user } = options
  const run = runFolder(data, user)
  const mailboxes = join(data, 'mailboxes')
  for (const folder of [data, mailboxes]) privateFolder(folder, user)
  // Dovecot creates a link of this name in its run folder, so the file itself must be elsewhere.
  const config = join(data, 'dovecot.conf')
  const account = user ? 'nobody' : userInfo().username
  const group = (await mustRun('id', ['-gn', account])).trim()
  const [version = ''] = (await mustRun(program, ['--version'])).trim().split(' ')
  const text = dovecotConfiguration(version, { run, mailboxes, account, group, port, password: options.password })
  writeFileSync(config, text, { mode: 0o600 })
  if (user) chownSync(config, user.uid, user.gid)
  const child = await startChild({
    name: 'dovecot',
    command: program,
    args: ['-F', '-c', config],
    cwd: data,
    env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', HOME: data, LC_ALL: 'C.UTF-8' },
    log,
    user,
    stopSignal: 'SIGTERM',
    tracker,
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
