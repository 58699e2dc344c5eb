import {
  BucketAlreadyOwnedByYou,
  CreateBucketCommand,
  HeadBucketCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3'
import { DependencyUnavailableError } from '../errors/outage.ts'

/** A client for the server in an `s3:` address, the bucket, and the prefix of its keys. */
export function openBucket({ hostname: bucket, pathname, searchParams, username, password }: URL) {
  const path = pathname.replace(/^\/|\/$/g, '')
  const prefix = path === '' ? '' : `${path}/`
  const endpoint = searchParams.get('endpoint')
  const region = searchParams.get('region') ?? 'us-east-1'
  const credentials = { accessKeyId: decodeURIComponent(username), secretAccessKey: decodeURIComponent(password) }
  const client = new S3Client({
    region,
    // Other servers are addressed with the bucket in the path.
    ...(endpoint !== null && { endpoint, forcePathStyle: true }),
    // Otherwise the AWS SDK finds them (environment, role).
    ...(username !== '' && { credentials }),
    // Not all other servers support the newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
  return { client, bucket, prefix, region, isAmazon: endpoint === null }
}

/**
 * Creates the bucket of an `s3:` address. Returns false when it exists. The deployment does this before the services start. Throws a
 * DependencyUnavailableError while the server is starting.
 */
export async function createBucket(address: URL): Promise<boolean> {
  const { client, bucket, region, isAmazon } = openBucket(address)
  // Amazon wants the region in the request, except for its first one.
  const location = isAmazon && region !== 'us-east-1' ? { LocationConstraint: region as 'eu-central-1' } : undefined
  try {
    if (await exists(client, bucket)) return false
    await client.send(new CreateBucketCommand({ Bucket: bucket, CreateBucketConfiguration: location }))
    return true
  } catch (error) {
    // Another run was faster.
    if (error instanceof BucketAlreadyOwnedByYou) return false
    if (error instanceof S3ServiceException && (error.$metadata.httpStatusCode ?? 0) >= 500)
      throw new DependencyUnavailableError(`the object store is unavailable: ${error.message}`, { cause: error })
    throw error
  } finally {
    client.destroy()
  }
}

async function exists(client: S3Client, bucket: string): Promise<boolean> {
  try {
    await client.send(new HeadBucketCommand({ Bucket: bucket }))
    return true
  } catch (error) {
    if (error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404) return false
    throw error
  }
}
