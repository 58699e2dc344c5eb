import { Readable } from 'node:stream'
import {
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  PutObjectCommand,
  paginateListObjectsV2,
  S3ServiceException,
} from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import { type Digest, withDigest } from './digest.ts'
import { checkKey, checkPrefix, contentKey } from './key.ts'
import { type ListedObject, ObjectMissingError, type ObjectStore } from './object-store.ts'
import { openBucket, type S3Limits } from './s3-bucket.ts'

/** The objects in the bucket of an `s3:` address. Uploads are streamed in parts, of which only a few are in memory. */
export function s3Store(address: URL, limits?: S3Limits): ObjectStore {
  const { client, bucket, prefix } = openBucket(address, limits)
  const at = (key: string) => ({ Bucket: bucket, Key: `${prefix}${checkKey(key)}` })

  const upload = async (key: string, body: Buffer | Readable, contentType: string): Promise<Digest> => {
    const { content, digest } = withDigest(body)
    await new Upload({ client, params: { ...at(key), Body: content, ContentType: contentType } }).done()
    return digest()
  }

  const get = async (key: string) => {
    try {
      const {
        Body,
        ContentLength = 0,
        ContentType = 'application/octet-stream',
      } = await client.send(new GetObjectCommand(at(key)))
      if (!(Body instanceof Readable)) throw new TypeError('the object store answered without a body')
      return { stream: Body, bytes: ContentLength, contentType: ContentType }
    } catch (error) {
      throw isMissing(error) ? new ObjectMissingError(key, { cause: error }) : error
    }
  }
  const modified = async (key: string) => {
    try {
      const { LastModified = new Date(0) } = await client.send(new HeadObjectCommand(at(key)))
      return LastModified
    } catch (error) {
      if (isMissing(error)) return null
      throw error
    }
  }
  const remove = async (key: string) => void (await client.send(new DeleteObjectCommand(at(key))))

  return {
    put: async (key, body, { contentType }) => ({ key, ...(await upload(key, body, contentType)) }),
    putByContent: async (under, body, { contentType, extension }) => {
      if (Buffer.isBuffer(body)) {
        const { bytes, sha256 } = withDigest(body).digest()
        const key = contentKey(under, sha256, extension)
        // Written even if it exists, so that a sweep of unreferenced objects does not see an old object.
        await client.send(new PutObjectCommand({ ...at(key), Body: body, ContentType: contentType }))
        return { key, bytes, sha256 }
      }
      // The key depends on all bytes, so the object is stored under a temporary key and then copied within the store.
      const unfinished = contentKey(under, `unfinished-${crypto.randomUUID()}`)
      try {
        const digest = await upload(unfinished, body, contentType)
        const key = contentKey(under, digest.sha256, extension)
        const source = at(unfinished)
        await client.send(
          new CopyObjectCommand({ ...at(key), CopySource: `${source.Bucket}/${encodeURI(source.Key)}` }),
        )
        return { key, ...digest }
      } finally {
        await remove(unfinished)
      }
    },
    get,
    read: async (key) => Buffer.concat(await (await get(key)).stream.toArray()),
    exists: async (key) => (await modified(key)) !== null,
    modified,
    remove,
    // The server keeps the parts of an upload that was not completed, until a rule of the bucket removes them.
    removeUnfinished: async () => undefined,
    list: async function* (under): AsyncIterable<ListedObject> {
      const pages = paginateListObjectsV2({ client }, { Bucket: bucket, Prefix: `${prefix}${checkPrefix(under)}` })
      for await (const { Contents = [] } of pages) {
        for (const { Key = '', LastModified = new Date(0) } of Contents) {
          yield { key: Key.slice(prefix.length), modified: LastModified }
        }
      }
    },
    check: {
      name: 'object store',
      check: async (signal) =>
        void (await client.send(new HeadBucketCommand({ Bucket: bucket }), { abortSignal: signal })),
    },
  }
}

const isMissing = (error: unknown) => error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404
