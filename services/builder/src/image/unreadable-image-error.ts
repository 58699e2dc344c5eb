/** The message says what is wrong with a picture in words for its owner; the library's own words stay in the cause. */
export class UnreadableImageError extends Error {
  override readonly name = 'UnreadableImageError'

  /** `neither` are the forms that would have been taken. */
  static from(cause: unknown, neither = 'PNG nor JPEG'): UnreadableImageError {
    return new UnreadableImageError(reasonOf(cause, neither), { cause })
  }
}

function reasonOf(cause: unknown, neither: string): string {
  const message = cause instanceof Error ? cause.message : ''
  if (message.includes('pixel limit')) return 'it has too many pixels'
  if (message.includes('unsupported image format')) return `it is neither ${neither}`
  return 'the file is damaged'
}
