import type { ImapFlow, ImapFlowError } from 'imapflow'

/** Folders that mails are moved to when they are decided. */
export const folders = ['Processed', 'Failed', 'Quarantine'] as const
export type Folder = (typeof folders)[number]

export interface FolderState {
  uidValidity: number
  /** The next mail in it will have this UID or a higher one. */
  uidNext: number
}

/**
 * Asks a folder for its numbers, and makes it first when it is missing. Where the server wants a prefix and a delimiter of its
 * own (`INBOX.Processed`), the client puts them before the name. Throws what the server says against it.
 */
export const ensureFolder = async (client: ImapFlow, folder: Folder): Promise<FolderState> => {
  const present = await readFolder(client, folder)
  if (present !== null) return present
  await client.mailboxCreate(folder)
  const made = await readFolder(client, folder)
  if (made === null) throw new Error(`the mail server made the folder ${folder}, but does not have it`)
  return made
}

/** `null` when there is no such folder. */
const readFolder = async (client: ImapFlow, folder: Folder): Promise<FolderState | null> => {
  try {
    const status = await client.status(folder, { uidNext: true, uidValidity: true })
    if (status === false || status === undefined)
      throw new Error(`the mail server does not tell the state of the folder ${folder}`)
    return { uidValidity: Number(status.uidValidity), uidNext: Number(status.uidNext) }
  } catch (error) {
    if ((error as ImapFlowError).code === 'NotFound') return null
    throw error
  }
}
