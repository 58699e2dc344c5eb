import { ServiceError } from '@guidebook/service-kit'

const mebibyte = 1024 * 1024

/** Most MiB of text in one book. The builder keeps far less; the limit protects the memory of both services. */
const maxContentMebibytes = 32

/** Throws `payload-too-large` for content that would fill the memory of this service and of its caller. */
export function requireContentSize(bytes: number): void {
  if (bytes <= maxContentMebibytes * mebibyte) return
  throw new ServiceError('payload-too-large', {
    detail: `The texts of these items have more than ${maxContentMebibytes} MiB, each counted as often as it is named. Shorten texts or name fewer items.`,
  })
}
