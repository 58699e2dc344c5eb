import { mkdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { createBucket } from '@guidebook/service-kit/bucket'
import type { Command } from './command.ts'
import { readUrl } from './read-url.ts'

/** Creates the bucket, or the folder, of `OBJECT_STORE_URL`. */
export const createObjectBucket: Command = (_, env) => {
  const address = new URL(readUrl(env, 'OBJECT_STORE_URL', ['s3:', 'file:']))
  return async () => {
    if (address.protocol === 'file:') {
      mkdirSync(fileURLToPath(address), { recursive: true })
      return 'the folder exists'
    }
    const created = await createBucket(address)
    return created ? `bucket ${address.hostname} created` : `bucket ${address.hostname} exists`
  }
}
