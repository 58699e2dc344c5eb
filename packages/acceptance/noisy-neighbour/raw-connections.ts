import { connect, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'

let attackers = 0

/** A new source address, because attacks at the same time would share the limits of one. The bystander uses 127.0.0.1; 127/8 is this machine. */
export const attackerAddress = (): string => `127.0.2.${1 + (attackers++ % 250)}`

/** Delay before a connection that the system closed is opened again. */
const reopenAfterMs = 500

export interface HeldConnections {
  url: string
  count: number
  /** Written when a connection opens. */
  send: (index: number) => string | Buffer
  /** Written every second afterwards. */
  drip?: string | Buffer
  /** Whether responses are read. */
  reads?: boolean
  /** The source address of the connection; by default one for the whole attack. */
  from?: ((index: number) => string) | undefined
}

/** Holds `count` connections until the signal aborts, and reopens closed ones. Calls `begun` when each has been open once. */
export const holdConnections = async (
  { url, count, send, drip, reads = false, from }: HeldConnections,
  signal: AbortSignal,
  begun: () => void,
): Promise<void> => {
  const { hostname, port } = new URL(url)
  const address = attackerAddress()
  let opened = 0
  const holdOne = async (index: number) => {
    let first = true
    while (!signal.aborted) {
      const socket = connect({ host: hostname, port: Number(port), localAddress: from?.(index) ?? address })
      const onOpen = () => {
        socket.write(send(index))
        if (first && ++opened === count) begun()
        first = false
      }
      await holdUntilClosed(socket, { onOpen, drip, reads, signal })
      // An abort rejects the pause; it ends the attack and is not a failure.
      await delay(reopenAfterMs, undefined, { signal }).catch(() => undefined)
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
      // Refused and reset connections are expected; `close` follows.
    })
    socket.once('close', () => {
      clearInterval(timer)
      signal.removeEventListener('abort', end)
      resolve()
    })
    signal.addEventListener('abort', end, { once: true })
    if (signal.aborted) end()
  })
