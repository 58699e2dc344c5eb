import type { IncomingMessage } from 'node:http'
import { type Fault, isKeyed, type Operation, prepareValidation, usualBodyBytes } from '@guidebook/contracts'
import { ServiceError } from '../errors/service-error.ts'
import type { Identity } from '../identity/identity.ts'
import { closeSignal, type Exchange, type ExchangeContext } from './exchange.ts'
import { freeBytes } from './free-bytes.ts'
import { GuardedRequest } from './guarded-request.ts'
import { isLargeBody, type LargeBodies } from './large-bodies.ts'
import { requireJson, requireMediaType } from './media-type.ts'
import { readParams, readQuery, requireHeaders } from './parameters.ts'
import { readBody } from './read-body.ts'
import { createJsonReader } from './read-json.ts'
import { codeIn } from './refusal-report.ts'
import type { OperationRequest, Reply, Route } from './route.ts'
import type { Endpoint } from './router.ts'
import { writeReply } from './write-reply.ts'

/** Authenticates a request. Throws 401 `unauthorized`. `createTokenVerifier` returns the verifier of internal tokens. */
export interface Verifier {
  verify(authorization: string | undefined, exchange: Exchange): Promise<Identity>
}

/** The identity of every request without a verifier: in tests, and on listeners that authenticate elsewhere. */
const anonymous: Identity = {
  scope: 'traveller',
  issuer: 'gateway',
  account: null,
  oid: null,
  test: false,
  actor: 'anonymous',
}

const noBody = { bytes: Buffer.alloc(0), body: undefined }

export interface GuardOptions {
  verifier: Verifier | null
  maxBodyBytes: number
  largeBodies: LargeBodies
}

/** Guards the operation of a route, runs its handler and writes the reply. */
export function endpointOf({ operation, handler }: Route, options: GuardOptions): Endpoint {
  prepareSchemas(operation)
  const guard = createGuard(operation, options)
  return {
    operation,
    answer: async (ctx, params) => writeReply(ctx, operation, await guard(ctx, params, handler)),
  }
}

function prepareSchemas({ params, query, headers, body, responses }: Operation): void {
  const answers = Object.values(responses).map((response) => response.body)
  for (const schema of [params, query, headers, body, ...answers]) if (schema !== undefined) prepareValidation(schema)
}

/** Checks sender, content type, size and schema before the handler runs. Faults of path, query and body are reported together. */
function createGuard(operation: Operation, options: GuardOptions) {
  const limit = Math.min(operation.bodyLimitBytes ?? usualBodyBytes, options.maxBodyBytes)
  const limits = { limit, base64: operation.bodyBase64 }
  const readJson = operation.body && createJsonReader(operation.body, operation)
  const changes = operation.method !== 'GET' && operation.method !== 'DELETE' && operation.audience !== 'internal'

  const readOperationBody = async (request: IncomingMessage, faults: Fault[], received: (bytes: Buffer) => void) => {
    if (operation.bodyContentTypes) {
      requireMediaType(request.headers, operation.bodyContentTypes)
      const bytes = await readBody(request, limits)
      return { bytes, body: bytes }
    }
    if (!readJson) return noBody
    if (operation.bodyOptional && !isBodySent(request)) return { bytes: noBody.bytes, body: {} }
    requireJson(request.headers)
    const bytes = await readBody(request, limits)
    received(bytes)
    return { bytes, body: await readJson(bytes, faults) }
  }

  const takesBody = operation.body !== undefined || operation.bodyContentTypes !== undefined

  /** Bytes of the body that will be read; 0 above the limit, where the body is rejected unread. A chunked body counts as the limit. */
  const bytesToRead = ({ headers }: IncomingMessage): number => {
    const size = headers['transfer-encoding'] === undefined ? Number(headers['content-length'] ?? 0) : limit
    return takesBody && size <= limit ? size : 0
  }

  return async function guard(
    ctx: ExchangeContext,
    params: Record<string, string>,
    handle: (request: OperationRequest) => Promise<Reply>,
  ): Promise<Reply> {
    const { req } = ctx
    const { exchange } = ctx.state
    const identity = options.verifier ? await options.verifier.verify(req.headers.authorization, exchange) : anonymous
    exchange.account = identity.account
    requireCaller(operation, identity)
    const idempotencyKey = changes ? readIdempotencyKey(req, operation) : null
    requireHeaders(req.headers, operation.headers)

    let sent: Buffer = noBody.bytes
    const read = async (): Promise<OperationRequest> => {
      const faults: Fault[] = []
      const { bytes, body } = await readOperationBody(req, faults, (all) => {
        sent = all
      })
      const pathParams = readParams(params, operation.params, faults)
      const query = readQuery(ctx.querystring, operation.query, faults)
      const [first] = faults
      if (first) throw new ServiceError(first.code, { faults })

      return new GuardedRequest(ctx, bytes, {
        operation,
        params: pathParams,
        query,
        body: body as OperationRequest['body'],
        identity,
        idempotencyKey,
      })
    }
    try {
      const bytes = bytesToRead(req)
      if (!isLargeBody(bytes)) return await handle(await read())
      const owner = identity.account ?? identity.issuer
      return await options.largeBodies.run({ owner, bytes, signal: closeSignal(ctx.res) }, { read, handle })
    } catch (error) {
      if (operation.bodyCode !== undefined) exchange.downloadCode = codeIn(sent, operation.bodyCode)
      throw error
    } finally {
      // What was parsed is a copy.
      freeBytes(sent)
    }
  }
}

/**
 * Internal operations list their callers. Only the gateway may call all others, and admin operations only for support. Throws 403
 * `forbidden`.
 */
function requireCaller({ audience, callers = [] }: Operation, { issuer, scope }: Identity): void {
  const allowed: readonly string[] = audience === 'internal' ? callers : ['gateway']
  if (!allowed.includes(issuer) || (audience === 'admin' && scope !== 'support')) throw new ServiceError('forbidden')
}

/** Ignores Idempotency-Key on reads, and on operations that a repeat does not change: they list no error of it. */
function readIdempotencyKey(request: IncomingMessage, operation: Operation): string | null {
  const key = request.headers['idempotency-key']
  if (key === undefined || operation.changesNothing || !isKeyed(operation)) return null
  if (typeof key === 'string' && /^[\x21-\x7e]{1,255}$/.test(key)) return key
  throw new ServiceError('invalid-header', { detail: 'Idempotency-Key must have 1 to 255 visible ASCII characters.' })
}

function isBodySent({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}
