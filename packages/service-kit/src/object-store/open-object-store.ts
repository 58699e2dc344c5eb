import { fileURLToPath } from 'node:url'
import { folderStore } from './folder-store.ts'
import type { ObjectStore } from './object-store.ts'

/**
 * `file:///path` is a folder. `s3://bucket/prefix` is Amazon S3, or what `?endpoint=https://…` names; `?region=` (`us-east-1` unless said),
 * and `s3://key:secret@bucket/…` gives credentials, which otherwise come from where the AWS SDK looks for them. The SDK, which is large, is
 * loaded only then.
 */
export async function openObjectStore(url: string): Promise<ObjectStore> {
  const address = new URL(url)
  if (address.protocol === 'file:') return folderStore(fileURLToPath(address))
  if (address.protocol !== 's3:' || address.hostname === '')
    throw new TypeError('an object store has an address of the form file: or s3://bucket')
  const endpoint = address.searchParams.get('endpoint')
  const path = address.pathname.replace(/^\/|\/$/g, '')
  const { s3Store } = await import('./s3-store.ts')
  return s3Store({
    bucket: address.hostname,
    prefix: path === '' ? '' : `${path}/`,
    region: address.searchParams.get('region') ?? 'us-east-1',
    ...(endpoint === null ? {} : { endpoint }),
    ...(address.username === ''
      ? {}
      : {
          credentials: {
            accessKeyId: decodeURIComponent(address.username),
            secretAccessKey: decodeURIComponent(address.password),
          },
        }),
  })
}
