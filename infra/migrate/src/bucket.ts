import { mkdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { commonSettings, readSettings } from '@guidebook/service-kit'
import { createBucket } from '@guidebook/service-kit/bucket'
import type { Command } from './command.ts'

/** Creates the bucket, or the folder, of `OBJECT_STORE_URL`. */
export const createObjectBucket: Command = (_, env) => {
  const { OBJECT_STORE_URL } = readSettings({ OBJECT_STORE_URL: commonSettings.OBJECT_STORE_URL }, env)
  const address = new URL(OBJECT_STORE_URL)
  return async () => {
    if (address.protocol === 'file:') {
      mkdirSync(fileURLToPath(address), { recursive: true })
      return 'the folder exists'
    }
    const created = await createBucket(address)
    return created ? `bucket ${address.hostname} created` : `bucket ${address.hostname} exists`
  }
}
