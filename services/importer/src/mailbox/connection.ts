import type { Logger } from '@guidebook/service-kit'
import { ImapFlow } from 'imapflow'

/** Folders that mails are moved to when they are decided. */
export const folders = { completed: 'Processed', failed: 'Failed', quarantined: 'Quarantine' } as const

/** Opens a connection to the mailbox of an `imap:` or `imaps:` address, and makes the folders it lacks. */
export const openMailbox = async (address: string, log: Logger): Promise<ImapFlow> => {
  const url = new URL(address)
  const secure = url.protocol === 'imaps:'
  const client = new ImapFlow({
    host: url.hostname,
    port: url.port === '' ? (secure ? 993 : 143) : Number(url.port),
    secure,
    auth: { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) },
    logger: false,
    // A connection that hangs is given up and opened again.
    socketTimeout: 120_000,
    greetingTimeout: 10_000,
    connectionTimeout: 10_000,
  })
  // Errors between commands are told by an event as well; the next command fails and the loop begins anew.
  client.on('error', (error: unknown) => log.debug({ err: error }, 'mailbox connection failed'))
  await client.connect()
  const existing = new Set((await client.list()).map(({ path }) => path))
  for (const folder of Object.values(folders)) {
    if (!existing.has(folder)) await client.mailboxCreate(folder)
  }
  return client
}
