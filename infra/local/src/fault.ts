/** A fault a person can mend: it is told in one line, without a stack. */
export class LocalFault extends Error {
  override name = 'LocalFault'
}

/** What went wrong in one line, whatever was thrown. A full disk is named as such, because its plain message never says so clearly. */
export const inOneLine = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  const code = 'code' in error ? error.code : undefined
  if (code === 'ENOSPC') return 'the disk is full: make room, then start again'
  if (code === 'EACCES' && 'path' in error)
    return `no permission for ${error.path}: change its owner or run as its owner`
  return error.message.split('\n')[0] ?? error.name
}
