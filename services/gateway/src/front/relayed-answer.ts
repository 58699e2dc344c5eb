import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { ClientGone, ServiceError } from '@guidebook/service-kit'
import type { Dispatcher } from 'undici'
import { answerHeaders } from './headers.ts'

/** Answers up to this size are collected and sent at once; larger ones are passed on as they come. */
const buffered = 64 * 1024

/**
 * Carries one answer from a service to the client: `done` resolves when the answer is out, and rejects only while nothing of
 * it was sent, so that an error can still be answered. An answer that breaks off is cut at the client too. After an answer of which
 * `isLast` holds the connection is closed.
 */
export class RelayedAnswer implements Dispatcher.DispatchHandler {
  readonly done: Promise<void>
  /** Whether the service has begun to answer. */
  started = false
  readonly #request: IncomingMessage
  readonly #response: ServerResponse
  readonly #isLast: () => boolean
  readonly #resolve: () => void
  readonly #reject: (error: unknown) => void
  #controller: Dispatcher.DispatchController | undefined
  #head: { status: number; headers: IncomingHttpHeaders } | undefined
  #chunks: Buffer[] | null = null

  constructor(request: IncomingMessage, response: ServerResponse, isLast: () => boolean) {
    this.#request = request
    this.#response = response
    this.#isLast = isLast
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    this.done = promise
    this.#resolve = resolve
    this.#reject = reject
    response.once('close', this.#onClose)
    response.on('error', this.#onClose)
  }

  /** The client went away, or has all it wanted. */
  readonly #onClose = (): void => {
    if (!this.#response.writableFinished)
      this.#controller?.abort(new ClientGone('the client did not wait for the answer'))
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller
    if (this.#response.destroyed) this.#onClose()
  }

  onResponseStart(controller: Dispatcher.DispatchController, status: number, headers: IncomingHttpHeaders): void {
    if (status < 200) return
    this.started = true
    // Our own token was refused: nothing that the client did, and nothing it could mend.
    if (status === 401) {
      controller.abort(
        new ServiceError('internal-error', { cause: new Error('a service refused the token of the gateway') }),
      )
      return
    }
    this.#head = { status, headers }
    const bodiless = this.#request.method === 'HEAD' || status === 204 || status === 304
    const length = Number(headers['content-length'])
    if (bodiless || length <= buffered) this.#chunks = []
    else this.#sendHead()
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#chunks !== null) {
      this.#chunks.push(chunk)
    } else if (!this.#response.write(chunk)) {
      controller.pause()
      this.#response.once('drain', () => controller.resume())
    }
  }

  onResponseEnd(): void {
    const { '0': first, length } = this.#chunks ?? []
    if (this.#chunks === null) {
      this.#response.end()
    } else {
      this.#sendHead()
      const body = length === 1 ? first : Buffer.concat(this.#chunks)
      // As text in the one-byte encoding, the bytes leave in the same write as the head.
      this.#response.end(body?.toString('latin1'), 'latin1')
    }
    this.#settle(this.#resolve)
  }

  onResponseError(_: Dispatcher.DispatchController, error: Error): void {
    if (this.#response.headersSent) this.#response.destroy()
    this.#settle(() => this.#reject(this.#response.destroyed ? new ClientGone('cut off', { cause: error }) : error))
  }

  #sendHead(): void {
    if (this.#head === undefined || this.#response.destroyed) return
    if (this.#isLast()) this.#response.setHeader('Connection', 'close')
    this.#response.writeHead(this.#head.status, answerHeaders(this.#head.headers))
  }

  #settle(finish: () => void): void {
    this.#response.off('close', this.#onClose)
    finish()
  }
}
