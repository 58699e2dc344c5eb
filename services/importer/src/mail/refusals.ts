import { inEnglish, type NameIn } from '../explanation.ts'

/** A part of a mail that cannot be read as CSV. */
export interface RefusedFile {
  /** Name in the mail; empty for the mail as a whole. */
  name: string
  reason: RefusalReason
}

/** Why a file of a mail is unreadable. */
export type RefusalReason = NameIn<'attachment'>

/** A file, or the mail, is unreadable. It is reported to the sender. */
export class UnreadableFileError extends Error {
  override readonly name = 'UnreadableFileError'
  readonly reason: RefusalReason
  constructor(reason: RefusalReason) {
    super(inEnglish({ id: `attachment.${reason}` }))
    this.reason = reason
  }
}
