/** The message says what is wrong with a picture in words for its owner; the library's own words stay in the cause. */
export class UnreadableImage extends Error {
  override readonly name = 'UnreadableImage'

  static from(cause: unknown): UnreadableImage {
    return new UnreadableImage(reasonOf(cause), { cause })
  }
}

function reasonOf(cause: unknown): string {
  const message = cause instanceof Error ? cause.message : ''
  if (message.includes('pixel limit')) return 'it has too many pixels'
  if (message.includes('unsupported image format')) return 'it is neither PNG nor JPEG'
  return 'the file is damaged'
}
