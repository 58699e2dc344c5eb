import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import { type Duplex, PassThrough, pipeline, type Writable } from 'node:stream'
import {
  type Answer,
  ClientDisconnectedError,
  type Refusal,
  readRefusal,
  refusalHeader,
  ServiceError,
} from '@guidebook/service-kit'
import type { Dispatcher } from 'undici'
import { type Coding, compress, compressor, smallestCompressed } from '../content-coding/content-coding.ts'
import type { Forwarded, ForwardOptions } from './forward.ts'
import { type AnswerHead, answerHead, withCoding } from './headers.ts'
import { PacedAnswer } from './paced-answer.ts'

/** Answers up to this size are collected and sent at once; larger ones are passed on as they come. */
const buffered = 64 * 1024

/**
 * Carries one answer from a service to the client: `begin` receives it when the client may get it, a small one as soon as it is complete, a
 * large one as a stream. `done` resolves when the service has sent everything. An answer that breaks off after `begin` is cut
 * at the client too. Text is compressed on the way when the client accepts that.
 */
export class RelayedAnswer implements Dispatcher.DispatchHandler {
  readonly done: Promise<void>
  readonly #forwarded: Forwarded
  readonly #options: ForwardOptions
  readonly #response: ServerResponse
  readonly #outcome = Promise.withResolvers<void>()
  #controller: Dispatcher.DispatchController | undefined
  #head: AnswerHead | undefined
  #refusal: Refusal | null = null
  #chunks: Buffer[] | null = null
  /** Where an answer goes that is passed on as it comes. */
  #out: Writable | undefined

  constructor(forwarded: Forwarded, options: ForwardOptions) {
    this.#forwarded = forwarded
    this.#options = options
    this.#response = forwarded.response
    this.done = this.#outcome.promise
    this.#response.once('close', this.#onClose)
    this.#response.on('error', this.#onClose)
    forwarded.end?.addEventListener('abort', this.#onEnd, { once: true })
  }

  /** Whether the answer is passed on to the client. Nothing is sent of one that breaks off while it is collected. */
  get started(): boolean {
    return this.#out !== undefined
  }

  /** The client has all it may get: for it the answer is complete. */
  readonly #onEnd = (): void => {
    if (this.#out === undefined) {
      this.#controller?.abort(new ServiceError('part-unavailable', { headers: { 'Retry-After': '1' } }))
      return
    }
    this.#out.end()
    this.#settle(this.#outcome.resolve)
    this.#controller?.abort(new ClientDisconnectedError('the answer was ended'))
  }

  /** The client went away, or has all it wanted. */
  readonly #onClose = (): void => {
    if (!this.#response.writableFinished)
      this.#controller?.abort(new ClientDisconnectedError('the client did not wait for the answer'))
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller
    if (this.#response.destroyed) this.#onClose()
    else if (this.#forwarded.end?.aborted) this.#onEnd()
  }

  onResponseStart(controller: Dispatcher.DispatchController, status: number, headers: IncomingHttpHeaders): void {
    if (status < 200) return
    // The service refused our own token: the client did nothing wrong and cannot fix it.
    if (status === 401) {
      controller.abort(
        new ServiceError('internal-error', { cause: new Error('a service refused the token of the gateway') }),
      )
      return
    }
    const refusal = headers[refusalHeader]
    if (typeof refusal === 'string') this.#refusal = readRefusal(refusal)
    this.#head = answerHead(this.#forwarded, status, headers)
    const bodiless = this.#forwarded.request.method === 'HEAD' || status === 204 || status === 304
    const length = Number(headers['content-length'])
    if (bodiless || length <= buffered) this.#chunks = []
    else this.#passOn(this.#head)
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#chunks !== null) {
      this.#chunks.push(chunk)
    } else if (this.#out?.write(chunk) === false) {
      controller.pause()
      this.#out.once('drain', () => controller.resume())
    }
  }

  onResponseEnd(): void {
    if (this.#chunks === null) {
      this.#out?.end()
      this.#settle(this.#outcome.resolve)
      return
    }
    const [first] = this.#chunks
    const body = this.#chunks.length === 1 && first !== undefined ? first : Buffer.concat(this.#chunks)
    const head = this.#head
    if (head?.coding && body.length >= smallestCompressed) void this.#sendCompressed(head, head.coding, body)
    else if (head !== undefined) this.#send(head, body)
  }

  onResponseError(_: Dispatcher.DispatchController, error: Error): void {
    if (this.#out !== undefined && !this.#out.writableEnded) this.#response.destroy()
    this.#fail(error)
  }

  async #sendCompressed(head: AnswerHead, coding: Coding, body: Buffer): Promise<void> {
    try {
      this.#send(withCoding(head, coding), await compress(coding, body))
    } catch (error) {
      this.#fail(error)
    }
  }

  #send(head: AnswerHead, body: Buffer): void {
    this.#begin(head, this.#forwarded.request.method === 'HEAD' ? null : body)
    this.#settle(this.#outcome.resolve)
  }

  /** From now on chunks go out as they come, through the compressor when there is one. */
  #passOn(head: AnswerHead): void {
    const paced = this.#paced()
    if (head.coding === null) {
      this.#out = paced
      this.#begin(head, paced)
      return
    }
    const through = compressor(head.coding)
    this.#out = through
    // Whichever end breaks takes the other along; the client sees the answer cut off.
    pipeline(through, paced, (error) => {
      if (error) this.#onClose()
    })
    this.#begin(withCoding(head, head.coding), paced)
  }

  /** The client, at its own pace. Events leave as they happen: their stream has a connection to the service for as long as it lasts. */
  #paced(): Duplex {
    const { owner, exchange, end } = this.#forwarded
    if (end !== undefined) return new PassThrough()
    return new PacedAnswer({
      response: this.#response,
      openSpool: () => this.#options.openSpool(owner),
      rate: this.#options.answerRate,
      onCut: (error) => exchange.log.warn({ err: error }, 'answer cut'),
    })
  }

  #begin({ status, headers }: AnswerHead, body: Answer['body']): void {
    this.#forwarded.exchange.refusal = this.#refusal
    this.#forwarded.begin({ status, headers, body })
  }

  #fail(error: unknown): void {
    this.#settle(() =>
      this.#outcome.reject(this.#response.destroyed ? new ClientDisconnectedError('cut off', { cause: error }) : error),
    )
  }

  #settle(finish: () => void): void {
    this.#response.off('close', this.#onClose)
    this.#forwarded.end?.removeEventListener('abort', this.#onEnd)
    finish()
  }
}
