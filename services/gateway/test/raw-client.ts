import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { eventually } from '@guidebook/service-kit/test'

/** A client that sends exactly what the test says, and reads only when it is asked to. */
export class RawClient {
  readonly socket: Socket
  readonly #chunks: Buffer[] = []

  constructor(socket: Socket) {
    this.socket = socket
    // Whether a connection was cut is seen by its end.
    socket.on('error', () => undefined)
    socket.on('data', (chunk: Buffer) => this.#chunks.push(chunk))
    socket.pause()
  }

  send(text: string): this {
    this.socket.write(text)
    return this
  }

  /** From now on reads what comes. */
  read(): this {
    this.socket.resume()
    return this
  }

  get received(): Buffer {
    return Buffer.concat(this.#chunks)
  }

  /** The status of the first answer. */
  status(): Promise<number> {
    this.read()
    return eventually(() => Number(/^HTTP\/1\.1 (\d{3}) /.exec(this.received.toString('latin1'))?.[1]) || false)
  }

  /** Fulfilled when the connection is closed. */
  async closed(): Promise<void> {
    if (!this.socket.closed) await once(this.socket, 'close')
  }
}

export async function openClients(url: string, count: number): Promise<RawClient[]> {
  const port = Number(new URL(url).port)
  const sockets = Array.from({ length: count }, () => connect({ port, host: '127.0.0.1' }))
  await Promise.all(sockets.map((socket) => once(socket, 'connect')))
  return sockets.map((socket) => new RawClient(socket))
}

/** The head of a request with further headers. */
export const head = (method: string, path: string, headers: Record<string, string | number> = {}): string =>
  `${method} ${path} HTTP/1.1\r\nHost: x\r\n${Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')}\r\n`
