import type { Socket } from 'node:net'
import { type BreakableProxy, breakableProxy } from '@guidebook/service-kit/test'

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
  /** Only in a conversation in which the client has said this before; so the end of one transaction is told from another's. */
  after?: RegExp
}

export interface TrapProxy extends BreakableProxy {
  /** Sets the next trap. `spring` is called in it, while nothing passes any more; then the connection is cut. Resolves then. */
  set(trap: Trap, spring?: () => void): Promise<void>
  /** Everything that clients have said since the last call, as text. */
  said(): string
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
 * A proxy in front of a server that speaks in text, such as IMAP, or shows its commands in clear, such as PostgreSQL. It makes
 * every point at which a crash may come one that a test can name.
 */
export const trapProxy = async (
  url: string,
  { rewrite = (answer) => answer }: TrapProxyOptions = {},
): Promise<TrapProxy> => {
  let trap: Waiting | null = null
  let heard = ''
  const join = (inbound: Socket, outbound: Socket) => {
    /** The trap whose `after` this conversation has come past. */
    let expected: Waiting | null = null
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
      const isExpected = trap !== null && (trap.after === undefined || expected === trap)
      if (trap !== null && isExpected && trap.command.test(text)) {
        caught = trap
        trap = null
        answer = ''
        if (caught.when === 'before') return spring(caught)
      }
      if (trap?.after?.test(text)) expected = trap
      outbound.write(chunk)
      return undefined
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
  }
  return {
    ...(await breakableProxy(url, { join })),
    set: (next, spring = () => undefined) =>
      new Promise((resolve) => {
        trap = { ...next, spring, sprung: resolve }
      }),
    said() {
      const all = heard
      heard = ''
      return all
    },
  }
}
