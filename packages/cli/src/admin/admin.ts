import {
  acceptSuccess,
  defaults,
  perform,
  readResponse,
  systemTiming,
  type Transport,
} from '@guidebook/client/internal'
import type { AnswerOf, Operation, PartsOf } from '@guidebook/contracts'
import { toCommandError } from './admin-error.ts'
import type { Connection } from './connection.ts'
import { type AdminRequest, prepare, request } from './request.ts'

/** Longer than the gateway's longest wait for a service (the redrive of dead letters, 60 s). */
const timeoutMs = 75_000

/** The admin listener. Every method rejects with a `CommandError`. */
export interface Admin {
  connection: Connection
  send<O extends Operation>(request: AdminRequest<O>): Promise<AnswerOf<O>>
  /** For operations that change nothing. */
  read<const O extends Operation>(operation: O, parts: PartsOf<O>): Promise<AnswerOf<O>>
  /** The bytes of a response that is not JSON. */
  download<const O extends Operation>(operation: O, parts: PartsOf<O>): Promise<ReadableStream<Uint8Array>>
}

export function createAdmin(connection: Connection): Admin {
  const { url, token } = connection
  const transport: Transport = {
    settings: {
      ...defaults,
      baseUrl: url,
      authorization: `Bearer ${token}`,
      userAgent: null,
      timeoutMs,
      attemptTimeoutMs: timeoutMs,
      // A person waits for the result and repeats the command.
      retries: 0,
    },
    timing: systemTiming,
  }

  async function call<T>(sent: AdminRequest, read: (response: Response) => Promise<T>): Promise<T> {
    try {
      return await perform(
        transport,
        {},
        {
          prepare: () => prepare(sent, transport.settings),
          receive: acceptSuccess(sent.operation.id, read, systemTiming.now),
        },
      )
    } catch (error) {
      throw toCommandError(error, connection, sent.idempotencyKey)
    }
  }

  const send = <O extends Operation>(sent: AdminRequest<O>): Promise<AnswerOf<O>> =>
    call(sent, async (response) => {
      const { status, data } = await readResponse(sent.operation.id, response, systemTiming)
      return { status, body: data } as AnswerOf<O>
    })
  return {
    connection,
    send,
    read: (operation, parts) => send(request(operation, parts)),
    download: (operation, parts) =>
      call(request(operation, parts), async ({ body }) => body ?? new ReadableStream<Uint8Array>()),
  }
}
