import { createHash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A status, no response at all, or one whose body stops in the middle. */
type Fault = number | 'silent' | 'stalled'

export interface FakeS3 {
  url: string
  /** Every request gets the fault during the work; with `path`, every one whose path contains it. */
  withFault<T>(fault: Fault, work: () => Promise<T>, path?: string): Promise<T>
  close(): Promise<void>
}

interface Kept {
  body: Buffer
  contentType: string
  modified: Date
}

type Answer = { status: number; body?: string | Buffer; headers?: Record<string, string> }

/**
 * The part of the S3 protocol that the store uses, with one bucket in memory: put, get, head, delete, copy, list in pages of 20, and
 * multipart uploads. Signatures are not checked.
 */
export async function fakeS3(bucket: string): Promise<FakeS3> {
  const objects = new Map<string, Kept>()
  const uploads = new Map<string, { contentType: string; parts: Map<number, Buffer> }>()
  const keep = (key: string, body: Buffer, contentType: string): Answer => {
    objects.set(key, { body, contentType, modified: new Date() })
    return { status: 200, headers: { etag: etag(body) } }
  }

  const answer = async (request: IncomingMessage): Promise<Answer> => {
    const url = new URL(request.url ?? '/', 'http://localhost')
    const [, named, ...rest] = url.pathname.split('/').map(decodeURIComponent)
    if (named !== bucket) return missing('NoSuchBucket')
    const key = rest.join('/')
    const query = url.searchParams
    const contentType = request.headers['content-type'] ?? 'binary/octet-stream'
    const uploadId = query.get('uploadId')
    const upload = uploads.get(uploadId ?? '')

    if (key === '') return request.method === 'HEAD' ? { status: 200 } : list(objects, query)
    if (request.method === 'POST' && query.has('uploads')) {
      const id = randomUUID()
      uploads.set(id, { contentType, parts: new Map() })
      return xml(`<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`)
    }
    if (uploadId !== null) {
      if (!upload) return missing('NoSuchUpload')
      if (request.method === 'PUT') {
        const body = await bodyOf(request)
        upload.parts.set(Number(query.get('partNumber')), body)
        return { status: 200, headers: { etag: etag(body) } }
      }
      uploads.delete(uploadId)
      if (request.method === 'DELETE') return { status: 204 }
      const parts = [...upload.parts].sort(([a], [b]) => a - b).map(([, body]) => body)
      keep(key, Buffer.concat(parts), upload.contentType)
      return xml(`<CompleteMultipartUploadResult><Key>${key}</Key></CompleteMultipartUploadResult>`)
    }
    const found = objects.get(key)
    if (request.method === 'DELETE') {
      objects.delete(key)
      return { status: 204 }
    }
    if (request.method === 'PUT') {
      const source = request.headers['x-amz-copy-source']
      if (typeof source !== 'string') return keep(key, await bodyOf(request), contentType)
      const original = objects.get(decodeURIComponent(source).replace(`${bucket}/`, ''))
      if (!original) return missing('NoSuchKey')
      keep(key, original.body, original.contentType)
      return xml('<CopyObjectResult></CopyObjectResult>')
    }
    if (!found) return missing('NoSuchKey')
    const headers = {
      'content-type': found.contentType,
      'content-length': String(found.body.length),
      etag: etag(found.body),
    }
    return { status: 200, headers, ...(request.method === 'GET' ? { body: found.body } : {}) }
  }

  let current: { fault: Fault; path: string } | undefined
  const fail = (fault: Fault, request: IncomingMessage, response: ServerResponse) => {
    request.resume()
    if (fault === 'silent') return
    if (fault === 'stalled') response.writeHead(200, { 'content-length': 2 }).write('x')
    else response.writeHead(fault).end()
  }
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    if (current !== undefined && request.url?.includes(current.path)) return fail(current.fault, request, response)
    answer(request).then(
      ({ status, headers = {}, body }) => {
        response.writeHead(status, headers)
        response.end(body)
        // The client aborted its upload, so nobody waits for a response.
      },
      () => response.destroy(),
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    withFault: async (fault, work, path = '/') => {
      current = { fault, path }
      try {
        return await work()
      } finally {
        current = undefined
      }
    },
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

function list(objects: ReadonlyMap<string, Kept>, query: URLSearchParams): Answer {
  const pageLength = 20
  const keys = [...objects.keys()].filter((key) => key.startsWith(query.get('prefix') ?? '')).sort()
  const from = Number(query.get('continuation-token') ?? 0)
  const page = keys.slice(from, from + pageLength)
  const next = from + page.length
  const contents = page.map((key) => {
    const { body, modified } = objects.get(key) as Kept
    return `<Contents><Key>${key}</Key><Size>${body.length}</Size><LastModified>${modified.toISOString()}</LastModified></Contents>`
  })
  const more =
    next < keys.length ? `<IsTruncated>true</IsTruncated><NextContinuationToken>${next}</NextContinuationToken>` : ''
  return xml(`<ListBucketResult>${more}${contents.join('')}</ListBucketResult>`)
}

const xml = (body: string): Answer => ({
  status: 200,
  headers: { 'content-type': 'application/xml' },
  body: `<?xml version="1.0"?>${body}`,
})
const missing = (code: string): Answer => ({ ...xml(`<Error><Code>${code}</Code></Error>`), status: 404 })
const etag = (body: Buffer) => `"${createHash('md5').update(body).digest('hex')}"`

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}
