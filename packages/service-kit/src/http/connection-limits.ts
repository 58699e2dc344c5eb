import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { FairBudget } from '../share/fair-budget.ts'

export interface ConnectionLimits {
  /** Connections of all clients together. */
  total: number
  /** Absent where one proxy makes the connections of all clients. */
  perOwner?: { most: number; ownerOf(socket: Socket): string }
}

/** Closes a new connection at once when there are too many. */
export function limitConnections(server: Server, { total, perOwner }: ConnectionLimits): void {
  server.maxConnections = total
  if (perOwner === undefined) return
  const budget = new FairBudget({ total, perOwner: perOwner.most })
  server.on('connection', (socket: Socket) => {
    const owner = perOwner.ownerOf(socket)
    if (budget.take(owner)) socket.once('close', () => budget.give(owner))
    else socket.destroy()
  })
}

/**
 * Cuts a connection whose client takes no byte of a waiting answer for so many milliseconds. A client that waits for its answer
 * is left alone: the same timer runs then, but there is nothing to take.
 */
export function cutStalledAnswers(server: Server, stallMs: number): void {
  server.setTimeout(stallMs, (socket) => {
    // Node sets another time-out while a connection is idle between two requests, and reports it here too.
    const isIdle = socket.timeout !== stallMs
    if (isIdle || socket.writableLength > 0) socket.destroy()
  })
}
