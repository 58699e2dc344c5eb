import type { AnswerOf, Operation, PartsOf } from '@guidebook/contracts'
import type { Arguments } from '../arguments.ts'
import { readBytes } from '../files.ts'
import type { Output } from '../output/output.ts'
import type { ProcessContext } from '../process-context.ts'
import type { Plan, Result } from '../result.ts'
import { type Connection, findConnection } from './connection.ts'
import { type AdminRequest, call, checkedRequest, send } from './request.ts'

type BodyOfAnswer<O extends Operation> = AnswerOf<O>['body']

/** What a command works with. Every method throws a `CommandError`. */
export interface Session
  extends Pick<ProcessContext, 'env' | 'dataFolder' | 'interruption'>,
    Pick<Output, 'event' | 'notes'> {
  /** Found on first use: not every command needs the admin listener. */
  connection(): Connection
  /** Calls an operation that changes nothing. */
  read<const O extends Operation>(operation: O, parts: PartsOf<O>): Promise<BodyOfAnswer<O>>
  /** The bytes of a response that is not JSON. */
  download(operation: Operation, parts: PartsOf<Operation>): Promise<ReadableStream<Uint8Array>>
  /** A checked request. It repeats an earlier attempt when the person named its key. */
  request<const O extends Operation>(operation: O, parts: PartsOf<O>): AdminRequest<O>
  send<O extends Operation>(request: AdminRequest<O>): Promise<BodyOfAnswer<O>>
  /** The plan of one request. Without `json`, the result has the response. */
  change<const O extends Operation>(
    operation: O,
    parts: PartsOf<O>,
    result: (body: BodyOfAnswer<O>) => ShownResult | Promise<ShownResult>,
  ): Plan
  /** Whether the command repeats an earlier attempt. */
  isRepeat: boolean
  /** A file, or standard input for `-`. */
  readBytes(file: string): Promise<Buffer>
}

type ShownResult = Omit<Result, 'json'> & { json?: unknown }

export function createSession(
  args: Arguments,
  values: Readonly<Record<string, string | boolean | undefined>>,
  context: ProcessContext,
  output: Output,
): Session {
  const text = (name: string) => values[name] as string | undefined
  const key = text('idempotency-key')
  const repetition = { idempotencyKey: key, isRepeatable: 'idempotency-key' in args }
  let found: Connection | undefined
  const connection = () => {
    found ??= findConnection({ url: text('admin-url'), token: text('admin-token'), ...context })
    return found
  }
  return {
    ...context,
    ...output,
    connection,
    isRepeat: key !== undefined,
    read: (operation, parts) => call(connection(), checkedRequest(operation, parts)),
    download: (operation, parts) =>
      send(connection(), checkedRequest(operation, parts), async ({ body }) => body ?? new ReadableStream()),
    request: (operation, parts) => checkedRequest(operation, parts, repetition),
    send: (request) => call(connection(), request),
    change(operation, parts, result) {
      const request = checkedRequest(operation, parts, repetition)
      return {
        requests: [request],
        async execute() {
          const body = await call(connection(), request)
          return { json: body, ...(await result(body)) }
        },
      }
    },
    readBytes: (file) => readBytes(file, context.stdin),
  }
}
