import type { IncomingMessage } from 'node:http'
import { ServiceError } from '../errors/service-error.ts'
import { ClientGone } from './exchange.ts'

/**
 * Reads a body of at most `limit` bytes. A larger one is refused (413) by its stated length before anything is kept,
 * or as soon as more has arrived. The rest of a refused body is discarded by the server while the answer goes out.
 */
export function readBody(request: IncomingMessage, limit: number): Promise<Buffer> {
  if (Number(request.headers['content-length'] ?? 0) > limit) return Promise.reject(tooLarge(limit))
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let size = 0
    const settle = (finish: () => void) => {
      request.off('data', onData).off('end', onEnd).off('close', onGone).off('error', onGone)
      // Errors after this belong to a connection that no one reads from any more.
      request.on('error', () => undefined)
      finish()
    }
    const onData = (chunk: Buffer) => {
      size += chunk.length
      if (size <= limit) chunks.push(chunk)
      else settle(() => reject(tooLarge(limit)))
    }
    const onEnd = () =>
      settle(() => resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks, size)))
    const onGone = () => settle(() => reject(new ClientGone('the body ended early')))
    request.on('data', onData).on('end', onEnd).on('close', onGone).on('error', onGone)
  })
}

function tooLarge(limit: number): ServiceError {
  return new ServiceError('payload-too-large', { detail: `The body may have at most ${limit} bytes.` })
}
