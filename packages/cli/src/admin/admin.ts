import type { AnswerOf, Operation, PartsOf } from '@guidebook/contracts'
import { exitCodes } from '../exit-codes.ts'
import { Failure } from '../failure.ts'
import type { Connection } from './connection.ts'
import { refusalOf } from './refusal.ts'
import { type AdminRequest, request } from './request.ts'

/** Longer than the longest the gateway itself waits for a service (sending dead letters back, 60 s). */
const deadlineMs = 75_000

/** The admin listener. Every failure is a `Failure`. */
export interface Admin {
  connection: Connection
  send<O extends Operation>(request: AdminRequest<O>): Promise<AnswerOf<O>>
  /** For operations that change nothing. */
  read<const O extends Operation>(operation: O, parts: PartsOf<O>): Promise<AnswerOf<O>>
  /** The bytes of an answer that is no JSON, as they come. */
  download<const O extends Operation>(operation: O, parts: PartsOf<O>): Promise<ReadableStream<Uint8Array>>
}

export function createAdmin(connection: Connection): Admin {
  /** `take` takes what it needs of a successful answer. */
  async function call<T>(request: AdminRequest, take: (response: Response) => Promise<T>): Promise<T> {
    const { operation, path, body, idempotencyKey } = request
    try {
      const response = await fetch(connection.url + path, {
        method: operation.method,
        headers: headersOf(request, connection.token),
        body: encodeBody(body),
        redirect: 'error',
        signal: AbortSignal.timeout(deadlineMs),
      })
      if (!response.ok) throw refusalOf(response, await response.text())
      return await take(response)
    } catch (error) {
      throw error instanceof Failure ? error : unreachable(connection, idempotencyKey, error)
    }
  }
  const send = <O extends Operation>(filled: AdminRequest<O>): Promise<AnswerOf<O>> =>
    call(filled, async (response) => {
      const text = await response.text()
      return { status: response.status, body: text === '' ? undefined : JSON.parse(text) } as AnswerOf<O>
    })
  return {
    connection,
    send,
    read: (operation, parts) => send(request(operation, parts)),
    download: (operation, parts) =>
      call(request(operation, parts), async ({ body }) => body ?? new ReadableStream<Uint8Array>()),
  }
}

const encodeBody = (body: unknown): string | Buffer | null => {
  if (body === undefined) return null
  return body instanceof Uint8Array ? Buffer.from(body) : JSON.stringify(body)
}

/** As they are sent; a dry run shows them with another token. */
export function headersOf({ operation, body, idempotencyKey }: AdminRequest, token: string): Record<string, string> {
  return {
    authorization: `Bearer ${token}`,
    ...(body === undefined ? {} : { 'content-type': operation.bodyContentTypes?.[0] ?? 'application/json' }),
    ...(idempotencyKey === null ? {} : { 'idempotency-key': idempotencyKey }),
  }
}

/** A call may have had its effect although no answer came; its key makes the repeat safe. */
function unreachable({ url, from }: Connection, idempotencyKey: string | null, error: unknown): Failure {
  const { cause, message } = error as Error & { cause?: { code?: string; message?: string } }
  const reason = cause?.code ?? cause?.message ?? message
  const again = idempotencyKey === null ? '' : ` A repeat with --idempotency-key ${idempotencyKey} is done only once.`
  return new Failure(`no usable answer from the admin listener at ${url}: ${reason}`, {
    code: 'unreachable',
    exitCode: exitCodes.unreachable,
    hint: `The address comes from ${from}; "guidebook doctor" looks further.${again}`,
    cause: error,
  })
}
