import { connect, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'

/** The attacker's own network address; the bystander calls from 127.0.0.1. All of 127/8 is this machine. */
export const attackerAddress = '127.0.0.66'

/** Milliseconds until a connection that was closed by the other side is opened again. */
const reopenAfter = 500

export interface HeldConnections {
  url: string
  count: number
  /** Written as soon as a connection is open. */
  send: (index: number) => string | Buffer
  /** Written once a second afterwards; nothing when absent. */
  drip?: string | Buffer
  /** Whether what the other side sends is read. */
  reads?: boolean
  /** The network address that connection comes from; the attacker's own unless said otherwise. */
  from?: ((index: number) => string) | undefined
}

/** Holds as many connections as asked for until the signal aborts; one that is closed is opened again. `begun`: all were open once. */
export const holdConnections = async (
  { url, count, send, drip, reads = false, from = () => attackerAddress }: HeldConnections,
  signal: AbortSignal,
  begun: () => void,
): Promise<void> => {
  const { hostname, port } = new URL(url)
  let opened = 0
  const holdOne = async (index: number) => {
    let first = true
    while (!signal.aborted) {
      const socket = connect({ host: hostname, port: Number(port), localAddress: from(index) })
      const onOpen = () => {
        socket.write(send(index))
        if (first && ++opened === count) begun()
        first = false
      }
      await holdUntilClosed(socket, { onOpen, drip, reads, signal })
      // An abort ends the pause early; it is the end of the attack, not a failure.
      await delay(reopenAfter, undefined, { signal }).catch(() => undefined)
    }
  }
  await Promise.all(Array.from({ length: count }, (_, index) => holdOne(index)))
}

interface Holding {
  onOpen: () => void
  drip: string | Buffer | undefined
  reads: boolean
  signal: AbortSignal
}

const holdUntilClosed = (socket: Socket, { onOpen, drip, reads, signal }: Holding): Promise<void> =>
  new Promise((resolve) => {
    const end = () => socket.destroy()
    const timer = setInterval(() => {
      if (drip !== undefined && socket.writable) socket.write(drip)
    }, 1_000)
    if (reads) socket.resume()
    else socket.pause()
    socket.once('connect', onOpen)
    socket.on('error', () => {
      // Refused and reset connections are what an attacker gets; `close` follows.
    })
    socket.once('close', () => {
      clearInterval(timer)
      signal.removeEventListener('abort', end)
      resolve()
    })
    signal.addEventListener('abort', end, { once: true })
    if (signal.aborted) end()
  })
