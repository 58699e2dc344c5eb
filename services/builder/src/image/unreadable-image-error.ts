/** The message tells the image's owner what is wrong; the library's error is the cause. */
export class UnreadableImageError extends Error {
  override readonly name = 'UnreadableImageError'

  /** `neither`: the accepted formats, for the message. */
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
