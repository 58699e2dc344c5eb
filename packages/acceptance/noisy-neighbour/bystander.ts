import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

export interface BystanderRequest {
  method: string
  url: string
  headers: Record<string, string>
  body?: string
}

export interface BystanderOrder {
  /** Sent one after the other, repeatedly. */
  requests: readonly BystanderRequest[]
  /** Time between two requests, milliseconds. */
  everyMs: number
  forMs: number
}

export interface BystanderReport {
  count: number
  /** One line per request that got no 2xx in time. */
  errors: string[]
  /** Milliseconds. */
  median: number
  p99: number
  /** The request with this latency. */
  slow: string
}

const program = fileURLToPath(new URL('./bystander-process.ts', import.meta.url))

/** Milliseconds between two requests of the bystander. */
const everyMs = 10

/** A client that sends typical requests of partners and travellers, and measures errors and latencies. */
export class Bystander implements Disposable {
  readonly #child: ChildProcess
  readonly #requests: readonly BystanderRequest[]

  constructor(requests: readonly BystanderRequest[]) {
    // Detached into a separate session, because Linux shares the processors between sessions first: attackers must not delay it.
    this.#child = fork(program, { detached: true })
    this.#requests = requests
  }

  get pid(): number {
    return this.#child.pid ?? 0
  }

  async measure(forMs: number): Promise<BystanderReport> {
    const order: BystanderOrder = { requests: this.#requests, everyMs, forMs }
    this.#child.send(order)
    const [report] = await once(this.#child, 'message')
    return report
  }

  [Symbol.dispose](): void {
    this.#child.disconnect()
  }
}
