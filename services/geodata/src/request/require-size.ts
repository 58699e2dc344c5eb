import { ServiceError } from '@guidebook/service-kit'

/** Most MiB in one response: of the names of a guidebook's items, and of all texts of a book. Protects the memory of both sides. */
const maxMebibytes = { names: 16, texts: 32 }

/** Throws `payload-too-large`. An item of a guidebook counts for each mention, any other once. */
export function requireSize(what: keyof typeof maxMebibytes, bytes: number): void {
  const most = maxMebibytes[what]
  if (bytes <= most * 1024 * 1024) return
  throw new ServiceError('payload-too-large', {
    detail: `The ${what} of these items have more than ${most} MiB; an item of a guidebook counts for each mention. Shorten ${what} or name fewer items.`,
  })
}
