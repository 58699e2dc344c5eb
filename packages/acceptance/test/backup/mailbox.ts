import { ImapFlow } from 'imapflow'
import type { Description } from '../../src/running-system.ts'

/** Moves a processed mail back to the inbox, as an operator does with the mails that came after the restored backup. */
export async function moveBackToInbox({ mail }: Description, messageId: string): Promise<void> {
  const url = new URL(mail.imapUrl)
  const auth = { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) }
  const client = new ImapFlow({ host: url.hostname, port: Number(url.port), secure: false, auth, logger: false })
  await client.connect()
  try {
    await client.mailboxOpen('Processed')
    const found = await client.search({ header: { 'message-id': messageId } }, { uid: true })
    if (!Array.isArray(found) || found.length !== 1) throw new Error('the mail is not in Processed')
    await client.messageMove(found, 'INBOX', { uid: true })
  } finally {
    await client.logout()
  }
}
