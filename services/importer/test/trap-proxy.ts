import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A place in a conversation at which something is to happen, once. */
export interface Trap {
  /** What the client says there; one command, as it goes over the wire. */
  command: RegExp
  /**
   * `before`: the server never gets the command. `answered`: the server has done it, but the client never hears so. `halfway`: the
   * client gets the beginning of the answer.
   */
  when: 'before' | 'answered' | 'halfway'
  /** The end of the answer; without it the first of it counts. */
  answer?: RegExp
}

export interface TrapProxy {
  /** The given address, but through the proxy. */
  url: string
  /** Sets the next trap. `spring` is called in it, while nothing passes any more; then the connection is cut. Resolves then. */
  set(trap: Trap, spring?: () => void): Promise<void>
  /** Everything that clients have said since the last call, as text. */
  said(): string
  /** Cuts all connections, and refuses new ones until `up`: the server is away. */
  down(): void
  up(): void
  [Symbol.asyncDispose](): Promise<void>
}

interface Waiting extends Trap {
  spring: () => void
  sprung: () => void
}

export interface TrapProxyOptions {
  /** Changes what the server says, before the client hears it; must keep the rest as it is. */
  rewrite?: (answer: string) => string
}

/**
 * A TCP proxy in front of a server that speaks in text, such as IMAP, or shows its commands in clear, such as PostgreSQL. It makes
 * every point at which a crash may come one that a test can name.
 */
export const trapProxy = async (
  url: string,
  { rewrite = (answer) => answer }: TrapProxyOptions = {},
): Promise<TrapProxy> => {
  const target = new URL(url)
  const sockets = new Set<Socket>()
  let trap: Waiting | null = null
  let heard = ''
  let refusing = false
  const track = (socket: Socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => socket.destroy())
  }
  const server = createServer((inbound) => {
    if (refusing) return void inbound.destroy()
    const outbound = connect(Number(target.port), target.hostname)
    track(inbound)
    track(outbound)
    inbound.on('close', () => outbound.destroy())
    outbound.on('close', () => inbound.destroy())
    /** The trap that this conversation has walked into, and the answer so far. */
    let caught: Waiting | null = null
    let answer = ''
    const spring = (sprung: Waiting) => {
      sprung.spring()
      inbound.destroy()
      outbound.destroy()
      sprung.sprung()
    }
    inbound.on('data', (chunk: Buffer) => {
      const text = chunk.toString('latin1')
      heard += text
      if (trap?.command.test(text)) {
        caught = trap
        trap = null
        answer = ''
        if (caught.when === 'before') {
          spring(caught)
          return
        }
      }
      outbound.write(chunk)
    })
    outbound.on('data', (chunk: Buffer) => {
      const text = chunk.toString('latin1')
      if (caught === null) {
        inbound.write(Buffer.from(rewrite(text), 'latin1'))
        return
      }
      answer += text
      if (caught.when === 'halfway') inbound.write(chunk.subarray(0, Math.ceil(chunk.length / 2)))
      if (caught.answer === undefined || caught.answer.test(answer)) spring(caught)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const through = new URL(url)
  through.hostname = '127.0.0.1'
  through.port = String((server.address() as AddressInfo).port)
  const cut = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    url: through.href,
    set: (next, spring = () => undefined) =>
      new Promise((resolve) => {
        trap = { ...next, spring, sprung: resolve }
      }),
    said() {
      const all = heard
      heard = ''
      return all
    },
    down() {
      refusing = true
      cut()
    },
    up() {
      refusing = false
    },
    async [Symbol.asyncDispose]() {
      cut()
      server.close()
      await once(server, 'close')
    },
  }
}
