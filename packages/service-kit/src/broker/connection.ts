import { EventEmitter, once } from 'node:events'
import { type Channel, type ConfirmChannel, connect, type RecoveringChannelModel } from 'amqplib'
import type { Logger } from 'pino'

/** Seconds. A lost peer is detected within three heartbeats. */
const heartbeat = '10'
const longestReconnectMs = 5_000

export type BrokerConnection = ReturnType<typeof brokerConnection>

/**
 * A connection that reconnects by itself. It is open while a component (the relay, a subscription) holds it. Channels do not recover: their
 * owner opens a new one.
 */
export function brokerConnection({ url, name, log }: { url: string; name: string; log: Logger }) {
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
    let isReported = false
    model.on('connect', () => {
      isReported = false
      log.info({ connection: name }, 'connected to the broker')
      change({ connected: true, blocked: false })
    })
    model.on('disconnect', (error) => {
      log.warn({ connection: name, err: error }, 'broker connection lost')
      change({ connected: false, blocked: false })
    })
    model.on('connect-failed', (error) => {
      if (!isReported) log.warn({ connection: name, err: error }, 'broker unreachable, retrying')
      isReported = true
    })
    model.on('blocked', (reason) => {
      log.warn({ connection: name, reason }, 'broker blocked publishing')
      change({ connected: true, blocked: true })
    })
    model.on('unblocked', () => change({ connected: true, blocked: false }))
    // `disconnect` follows each of these errors and is handled above.
    model.on('error', (error) => log.debug({ connection: name, err: error }, 'broker connection error'))
    return model
  }
  const current = async () => {
    if (!opening || !connected) throw new Error('Connection closed')
    return await opening
  }

  /** The broker closes a channel when it refuses a command; the channel's owner handles the `close` that follows the error. */
  const watched = <C extends Channel>(channel: C, level: 'warn' | 'debug' = 'warn'): C => {
    channel.on('error', (error) => log[level]({ connection: name, err: error }, 'broker closed a channel'))
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
    /**
     * Rejects while the broker is unreachable, like `createConfirmChannel`; callers choose their own pauses. `level`: `debug` when the caller
     * reports refused commands itself.
     */
    createChannel: async (level?: 'warn' | 'debug'): Promise<Channel> =>
      watched(await (await current()).createChannel(), level),
    createConfirmChannel: async (): Promise<ConfirmChannel> => watched(await (await current()).createConfirmChannel()),
    get connected(): boolean {
      return connected
    },
    /** Rejects when the broker is still unreachable after `ms`. */
    connectedWithin: async (ms: number): Promise<void> => {
      const until = AbortSignal.timeout(ms)
      while (!connected) {
        if (until.aborted) throw new Error('Connection closed')
        // A change or the deadline ends the wait; the loop checks which.
        await once(events, 'change', { signal: until }).catch(() => undefined)
      }
    },
    /** The broker is short of memory or disk and accepts no messages. */
    get blocked(): boolean {
      return blocked
    },
    /** Calls the listener after each change of `connected` or `blocked`. */
    onChange: (listener: () => void): void => void events.on('change', listener),
  }
}

function withHeartbeat(url: string): string {
  const address = new URL(url)
  if (!address.searchParams.has('heartbeat')) address.searchParams.set('heartbeat', heartbeat)
  return address.href
}
