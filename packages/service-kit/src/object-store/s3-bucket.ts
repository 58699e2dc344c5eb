import {
  BucketAlreadyOwnedByYou,
  CreateBucketCommand,
  HeadBucketCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3'
import { DependencyUnavailableError } from '../errors/outage.ts'

export interface S3Limits {
  /**
   * Longest time in which a connection transfers nothing, milliseconds. Longer than `answerStallMs` (30 s): while a client reads nothing, the download
   * pauses.
   */
  stallMs?: number
}

/** Milliseconds. */
const connectMs = 5_000

/** A request that waits for a free connection counts as connecting, and each download has one. The SDK's default is 50. */
const maxSockets = 500

/**
 * A client for the server in an `s3:` address, the bucket, and the prefix of its keys. Its commands throw a DependencyUnavailableError when the
 * server has a fault (5xx), limits the rate (429) or refuses not only one object (401, 403) but also the bucket, for example because the
 * credentials have changed. `isOutage` recognises exceeded time limits by their messages, also in a download's stream.
 */
export function openBucket(
  { hostname: bucket, pathname, searchParams, username, password }: URL,
  { stallMs = 60_000 }: S3Limits = {},
) {
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
    // No limit for a whole request: a large object on a slow network takes its time.
    requestHandler: {
      connectionTimeout: connectMs,
      socketTimeout: stallMs,
      httpAgent: { maxSockets },
      httpsAgent: { maxSockets },
    },
  })
  const isBucketUsable = () =>
    client.send(new HeadBucketCommand({ Bucket: bucket })).then(
      () => true,
      () => false,
    )
  client.middlewareStack.add(
    (next) => async (args) => {
      try {
        return await next(args)
      } catch (error) {
        const status = statusOf(error)
        const isRefused = status === 401 || status === 403
        const isOfObjects = 'Key' in args.input || 'Prefix' in args.input
        const isUnavailable = status >= 500 || status === 429 || (isRefused && isOfObjects && !(await isBucketUsable()))
        throw isUnavailable ? unavailable(error) : error
      }
    },
    // Outside of the SDK's own retries.
    { name: 'outages', step: 'initialize', priority: 'high' },
  )
  return { client, bucket, prefix, region, isAmazon: endpoint === null }
}

/** A response that the SDK cannot parse, such as a proxy's page, has `$metadata` too. */
const statusOf = (error: unknown): number =>
  error instanceof Error ? ((error as Partial<S3ServiceException>).$metadata?.httpStatusCode ?? 0) : 0

const unavailable = (cause: unknown) =>
  new DependencyUnavailableError(`the object store is unavailable: ${(cause as Error).message}`, { cause })

/** Creates the bucket of an `s3:` address. Returns false when it exists. The deployment does this before the services start. */
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
