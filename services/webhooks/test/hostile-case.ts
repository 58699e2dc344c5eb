import type { Server } from 'node:net'
import type { Writable } from 'node:stream'
import type { Delivery } from '@guidebook/contracts'
import { overHttps, overTls } from './hostile-receiver.ts'

type Attempt = Delivery['attempts'][number]

export interface Case {
  /** Completes "a receiver …". */
  title: string
  server: Server | null
  /** Host of the webhook's address. */
  host?: string
  attempt: Partial<Attempt>
  /** Whether the attempt ends at its time limit. */
  isLate?: boolean
  /** Milliseconds until the next attempt, at least; `null`: there is none. */
  waitMs?: number | null
}

/** Time limit of an attempt at a receiver that is late. */
export const timeoutMs = 2_000
export const second = 1000
export const day = 86_400 * second
export const tooLate = 'No complete response arrived within the time limit.'
export const brokenOff = (code: string) => `The connection was closed before the response was complete (${code}).`

export const answers = (status: number, headers: Record<string, string> = {}, body: string | Buffer = '') =>
  overHttps((response) => response.writeHead(status, headers).end(body))
export const sends = (text: string) => overTls((socket) => socket.end(text))

/** Writes pieces as fast as they are read. */
export const pour = (stream: Writable, piece: () => string) => {
  const more = () => {
    while (!stream.destroyed && stream.write(piece())) {
      // Until the socket is full.
    }
  }
  stream.on('drain', more)
  more()
}
/** Writes the beginning and then a piece every 100 ms, forever. */
export const drip = (stream: Writable, beginning: string | Buffer, piece: string) => {
  stream.write(beginning)
  const timer = setInterval(() => stream.write(piece), 100)
  stream.on('close', () => clearInterval(timer))
}
