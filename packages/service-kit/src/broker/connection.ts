import { EventEmitter, once } from 'node:events'
import { type Channel, type ConfirmChannel, connect, type RecoveringChannelModel } from 'amqplib'
import type { Logger } from 'pino'

/** Seconds; a peer that vanished is noticed within three of these. */
const heartbeat = '10'
const longestReconnectMs = 5_000

/**
 * One connection that comes back by itself. It is open while somebody holds it: the relay, each subscription. Channels don't
 * come back: who opened one opens the next.
 */
export interface BrokerConnection {
  hold(): Promise<void>
  release(): Promise<void>
  /** Reject while the broker is away: who waits does so with a pause of his own, and can stop waiting. */
  createChannel(): Promise<Channel>
  createConfirmChannel(): Promise<ConfirmChannel>
  readonly connected: boolean
  /** Rejects when the broker is still away after `ms`. */
  connectedWithin(ms: number): Promise<void>
  /** The broker is short of memory or disk and reads nothing from us. */
  readonly blocked: boolean
  /** Called when `connected` or `blocked` has changed. */
  onChange(listener: () => void): void
}

export function brokerConnection({ url, name, log }: { url: string; name: string; log: Logger }): BrokerConnection {
  const events = new EventEmitter().setMaxListeners(0)
  let holders = 0
  let opening: Promise<RecoveringChannelModel> | undefined
  let connected = false
  let blocked = false
  const change = (state: { connected: boolean; blocked: boolean }) => {
    connected = state.connected
    blocked = state.blocked
    events.emit('change')
  }

  const open = async () => {
    const model = await connect(withHeartbeat(url), {
      timeout: 10_000,
      keepAlive: true,
      noDelay: true,
      clientProperties: { connection_name: name },
      recovery: { waitForConnect: false, initialDelay: 100, maxDelay: longestReconnectMs, jitter: 0.3 },
    })
    let said = false
    model.on('connect', () => {
      said = false
      log.info({ connection: name }, 'connected to the broker')
      change({ connected: true, blocked: false })
    })
    model.on('disconnect', (error) => {
      log.warn({ connection: name, err: error }, 'lost the broker')
      change({ connected: false, blocked: false })
    })
    model.on('connect-failed', (error) => {
      if (!said) log.warn({ connection: name, err: error }, 'cannot reach the broker; trying on')
      said = true
    })
    model.on('blocked', (reason) => {
      log.warn({ connection: name, reason }, 'the broker blocks publishing')
      change({ connected: true, blocked: true })
    })
    model.on('unblocked', () => change({ connected: true, blocked: false }))
    // `disconnect` follows each of these and is what counts.
    model.on('error', (error) => log.debug({ connection: name, err: error }, 'broker connection error'))
    return model
  }
  const current = async () => {
    if (!opening || !connected) throw new Error('Connection closed')
    return await opening
  }

  /** The broker closes a channel for what it refuses; `close` follows the error, and the channel's owner handles that. */
  const watched = <C extends Channel>(channel: C): C => {
    channel.on('error', (error) => log.warn({ connection: name, err: error }, 'the broker closed a channel'))
    return channel
  }

  return {
    hold: async () => {
      holders++
      opening ??= open()
      await opening
    },
    release: async () => {
      if (--holders > 0) return
      const closing = opening
      opening = undefined
      connected = false
      await (await closing)?.close()
    },
    createChannel: async () => watched(await (await current()).createChannel()),
    createConfirmChannel: async () => watched(await (await current()).createConfirmChannel()),
    get connected() {
      return connected
    },
    connectedWithin: async (ms) => {
      const until = AbortSignal.timeout(ms)
      while (!connected) {
        if (until.aborted) throw new Error('Connection closed')
        // Either a change or the end of the time ends the wait; the loop looks which.
        await once(events, 'change', { signal: until }).catch(() => undefined)
      }
    },
    get blocked() {
      return blocked
    },
    onChange: (listener) => void events.on('change', listener),
  }
}

function withHeartbeat(url: string): string {
  const address = new URL(url)
  if (!address.searchParams.has('heartbeat')) address.searchParams.set('heartbeat', heartbeat)
  return address.href
}
