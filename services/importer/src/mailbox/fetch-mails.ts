import { uuidv7 } from '@guidebook/service-kit'
import type { ImapFlow } from 'imapflow'
import type { Context } from '../context.ts'
import { createMailQueries, type NewMail } from '../mail/queries.ts'

export interface InboxState {
  uidValidity: number
  /** UIDs and sizes of everything that lies in the inbox. */
  mails: { uid: number; bytes: number }[]
}

/** What lies in the inbox now. Flags say nothing: what was fetched is known by UIDVALIDITY and UID. */
export const lookIntoInbox = async (client: ImapFlow): Promise<InboxState> => {
  if (!client.mailbox) throw new Error('no mailbox is open')
  const uidValidity = Number(client.mailbox.uidValidity)
  if (client.mailbox.exists === 0) return { uidValidity, mails: [] }
  const mails = []
  for await (const { uid, size } of client.fetch('1:*', { uid: true, size: true }))
    mails.push({ uid, bytes: size ?? 0 })
  return { uidValidity, mails: mails.sort((a, b) => a.uid - b.uid) }
}

/** Stores every mail that has not been fetched before: raw into the object store, then its row. Answers how many. */
export const fetchNewMails = async (
  context: Context,
  client: ImapFlow,
  mailbox: string,
  inbox: InboxState,
  maxBytes: number,
): Promise<number> => {
  const mails = createMailQueries(context.database.knex)
  const known = await mails.knownUids(
    mailbox,
    inbox.uidValidity,
    inbox.mails.map(({ uid }) => uid),
  )
  const fresh = inbox.mails.filter(({ uid }) => !known.has(uid))
  for (const { uid, bytes } of fresh) {
    const place = { id: uuidv7(), mailbox, uidValidity: inbox.uidValidity, uid, receivedAt: context.clock.now() }
    if (bytes > maxBytes) {
      const reason = `The mail has ${bytes} bytes; at most ${maxBytes} are read.`
      await mails.storeRefused({ ...place, rawKey: '', rawSha256: '', bytes }, reason)
    } else {
      const stored = await storeRaw(context, client, uid)
      if (stored !== null) await mails.store({ ...place, ...stored } satisfies NewMail)
    }
    context.wakeHandler()
  }
  return fresh.length
}

/** `null` when the mail has gone since it was listed. */
const storeRaw = async (context: Context, client: ImapFlow, uid: number) => {
  const download = await client.download(String(uid), undefined, { uid: true })
  if (!('content' in download) || download.content === undefined) return null
  const stored = await context.objects.putByContent('importer/mails', download.content, {
    contentType: 'message/rfc822',
    extension: '.eml',
  })
  return { rawKey: stored.key, rawSha256: stored.sha256, bytes: stored.bytes }
}
