/** An error that a person can fix. Its message is printed without a stack. */
export class UserFacingError extends Error {
  override name = 'UserFacingError'
}

/** Describes any thrown value in one line. Names a full disk and a missing permission, because their own messages are unclear. */
export function oneLineMessage(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const code = 'code' in error ? error.code : undefined
  if (code === 'ENOSPC') return 'the disk is full: make room, then start again'
  if (code === 'EACCES' && 'path' in error)
    return `no permission for ${error.path}: change its owner or run as its owner`
  return error.message.split('\n')[0] ?? error.name
}
