import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { FairBudget } from '../share/fair-budget.ts'
import type { ConnectionLimit } from './connection-metrics.ts'

export interface ConnectionLimits {
  /** Connections of all clients together. */
  total: number
  /** Absent behind a proxy, which opens the connections of all clients. */
  perOwner?: { most: number; ownerOf(socket: Socket): string }
}

/** Closes a new connection immediately when a limit is reached, and calls `onRefused`. */
export function limitConnections(
  server: Server,
  { total, perOwner }: ConnectionLimits,
  onRefused: (limit: ConnectionLimit) => void,
): void {
  server.maxConnections = total
  server.on('drop', () => onRefused('total'))
  if (perOwner === undefined) return
  const budget = new FairBudget({ total, perOwner: perOwner.most })
  server.on('connection', (socket: Socket) => {
    const owner = perOwner.ownerOf(socket)
    if (budget.take(owner)) {
      socket.once('close', () => budget.give(owner))
      return
    }
    onRefused('client')
    socket.destroy()
  })
}

/**
 * Closes a connection whose client has read nothing of a pending response for `stallMs` milliseconds. A client that waits for a
 * response is not affected: its socket times out too, but has nothing to write.
 */
export function cutStalledAnswers(server: Server, stallMs: number): void {
  server.setTimeout(stallMs, (socket) => {
    // Node sets another time-out while a connection is idle between two requests, and reports it here too.
    const isIdle = socket.timeout !== stallMs
    if (isIdle || socket.writableLength > 0) socket.destroy()
  })
}
