/** The file can't be read as CSV at all; the message says where and why, to the person who sent it. */
export class UnreadableCsv extends Error {
  override readonly name = 'UnreadableCsv'
}
