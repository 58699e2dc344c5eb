import { hash } from 'node:crypto'

/** Ids of a file's commands. They depend only on mail, attachment and row, so reading a row again gives the same id. */
export type CommandIds = (row: number) => string

/**
 * UUIDs of version 8 (RFC 9562): a hash of mail and attachment, then the number of the row. Ids of one file are consecutive, so that index inserts
 * stay local.
 */
export const commandIds = (mail: string, attachment: number): CommandIds => {
  const digest = hash('sha256', `${mail}/${attachment}`)
  const variant = ((Number.parseInt(digest.slice(16, 17), 16) & 0x3) | 0x8).toString(16)
  const prefix = `${digest.slice(0, 8)}-${digest.slice(8, 12)}-8${digest.slice(13, 16)}-${variant}${digest.slice(17, 20)}-${digest.slice(20, 24)}`
  return (row) => `${prefix}${row.toString(16).padStart(8, '0')}`
}
