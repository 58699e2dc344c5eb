import { fileURLToPath } from 'node:url'
import { folderStore } from './folder-store.ts'
import type { ObjectStore } from './object-store.ts'

/**
 * `file:///path` is a folder. `s3://bucket/prefix` is Amazon S3, or another server with `?endpoint=https://…`; `?region=` is
 * `us-east-1` by default. `s3://key:secret@bucket/…` contains credentials; without them the AWS SDK looks for some. The SDK is large,
 * so it is loaded only for S3.
 */
export async function openObjectStore(url: string): Promise<ObjectStore> {
  const address = new URL(url)
  if (address.protocol === 'file:') return folderStore(fileURLToPath(address))
  if (address.protocol !== 's3:' || address.hostname === '')
    throw new TypeError('an object store has an address of the form file: or s3://bucket')
  const { s3Store } = await import('./s3-store.ts')
  return s3Store(address)
}
