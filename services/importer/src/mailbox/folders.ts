import type { ImapFlow, ImapFlowError } from 'imapflow'

/** Folders for decided mails. */
export const folders = ['Processed', 'Failed', 'Quarantine'] as const
export type Folder = (typeof folders)[number]

export interface FolderState {
  uidValidity: number
  /** The next mail in the folder gets this UID or a higher one. */
  uidNext: number
}

/**
 * Reads UIDVALIDITY and UIDNEXT of a folder, which is created if missing. The client adds the prefix and delimiter of the server
 * (`INBOX.Processed`). Throws the server's error.
 */
export const ensureFolder = async (client: ImapFlow, folder: Folder): Promise<FolderState> => {
  const present = await readFolder(client, folder)
  if (present !== null) return present
  await client.mailboxCreate(folder)
  const created = await readFolder(client, folder)
  if (created === null) throw new Error(`the mail server created the folder ${folder}, but does not list it`)
  return created
}

/** `null` when there is no such folder. */
const readFolder = async (client: ImapFlow, folder: Folder): Promise<FolderState | null> => {
  try {
    const status = await client.status(folder, { uidNext: true, uidValidity: true })
    if (status === false || status === undefined)
      throw new Error(`the mail server did not return the status of the folder ${folder}`)
    return { uidValidity: Number(status.uidValidity), uidNext: Number(status.uidNext) }
  } catch (error) {
    if ((error as ImapFlowError).code === 'NotFound') return null
    throw error
  }
}
