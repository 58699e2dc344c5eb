import { createHash } from 'node:crypto'
import { chownSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { mustRun } from '../processes/run.ts'
import { type Host, type Running, startServer } from '../processes/server.ts'
import { accepts } from '../processes/wait-for.ts'
import { privateFolder } from '../state/private-folder.ts'
import type { Workspace } from '../state/workspace.ts'
import type { User } from '../unprivileged.ts'
import { dovecotConfiguration } from './dovecot-configuration.ts'

interface DovecotOptions {
  /** Path of `dovecot`. */
  program: string
  port: number
  /** The password of every mailbox. A mailbox is created by its first sign-in or mail. */
  password: string
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

const folderIn = ({ state }: Workspace) => join(state, 'dovecot')

/** Holds a Maildir for each mailbox, by its name. */
export const mailboxesIn = (workspace: Workspace) => join(folderIn(workspace), 'mailboxes')

/** Starts an IMAP server on 127.0.0.1 and waits until it accepts connections. */
export async function startDovecot(host: Host, { program, port, password }: DovecotOptions): Promise<Running> {
  const { user } = host.workspace
  const data = folderIn(host.workspace)
  const run = runFolder(data, user)
  const mailboxes = mailboxesIn(host.workspace)
  for (const folder of [data, mailboxes]) privateFolder(folder, user)
  // Dovecot creates a link of this name in its run folder, so the file itself must be elsewhere.
  const config = join(data, 'dovecot.conf')
  const account = user ? 'nobody' : userInfo().username
  const group = (await mustRun('id', ['-gn', account])).trim()
  const [version = ''] = (await mustRun(program, ['--version'])).trim().split(' ')
  const text = dovecotConfiguration(version, { run, mailboxes, account, group, port, password })
  writeFileSync(config, text, { mode: 0o600 })
  if (user) chownSync(config, user.uid, user.gid)
  return await startServer(host, {
    name: 'dovecot',
    command: program,
    args: ['-F', '-c', config],
    cwd: data,
    env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', HOME: data, LC_ALL: 'C.UTF-8' },
    user,
    readiness: async () => ((await accepts(port)) ? undefined : 'it accepts no connection'),
    readyMs: 20_000,
    stopMs: 10_000,
    afterStop: () => rmSync(run, { recursive: true, force: true }),
  })
}
