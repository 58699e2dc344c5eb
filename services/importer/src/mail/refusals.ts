/** A part of a mail that cannot be read as CSV. */
export interface RefusedFile {
  /** Name in the mail; empty for the mail as a whole. */
  name: string
  reason: RefusalReason
}

/** Tells the sender why a file is unreadable and what to do. */
export const refusalSentences = {
  spreadsheet: 'This is a spreadsheet, not a CSV file. Save the list as CSV (UTF-8) and send that file.',
  document: 'This is a document, not a CSV file. Export the list from the booking system as CSV and send that file.',
  'unknown-kind': 'This is no CSV file. Export the list from the booking system as CSV and send that file.',
  'outlook-container':
    'Outlook packed the attachments into winmail.dat, which can’t be read. Send the mail as HTML or plain text, not as Rich Text.',
  'archive-unreadable': 'The archive is damaged or incomplete. Pack it again or attach the CSV file as it is.',
  'archive-too-large': 'The archive holds too many or too large files. Attach the CSV files as they are.',
  'archive-encrypted': 'The archive is protected by a password. Attach the CSV file as it is, or pack it without one.',
  'archive-nested': 'This archive lies within another one. Attach the CSV file as it is, or in one ZIP archive.',
  'archive-unsupported': 'Archives of this kind are not read. Attach the CSV file as it is, or in a ZIP archive.',
  'archive-without-csv': 'The archive holds no CSV file. Export the list as CSV and send that file.',
  'old-encoding':
    'The attachment is encoded in a way that is no longer in use (uuencode, yEnc or BinHex). Attach the file as it is.',
  encrypted: 'The mail is encrypted or sealed and can’t be read here. Send it without encryption.',
  partial: 'This is only a piece of a mail that was split. Send the file in one mail, if need be as a ZIP archive.',
  external: 'The mail holds only a link to the file. Attach the file itself.',
  'too-many-files': 'The mail holds more than 100 CSV files. Send them in several mails.',
  'too-complex':
    'The mail has too many parts, parts nested too deeply, or too long headers. Send a new mail with the file attached.',
} as const

export type RefusalReason = keyof typeof refusalSentences

/** A file, or the mail, is unreadable. It is reported to the sender. */
export class UnreadableFileError extends Error {
  override readonly name = 'UnreadableFileError'
  readonly reason: RefusalReason
  constructor(reason: RefusalReason) {
    super(refusalSentences[reason])
    this.reason = reason
  }
}
