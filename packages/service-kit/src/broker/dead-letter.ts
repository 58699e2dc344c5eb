import type { ServiceName } from '@guidebook/contracts'
import type { ConsumeMessage, GetMessage } from 'amqplib'
import { scrub } from '../log/redact.ts'
import type { Outgoing } from './publisher.ts'
import { exchangeName } from './topology.ts'

/** Headers of a dead letter. The broker adds `x-death` when its own delivery limit was reached. */
const headerNames = {
  reason: 'x-dead-reason',
  error: 'x-dead-error',
  attempts: 'x-dead-attempts',
  queue: 'x-dead-queue',
  at: 'x-dead-at',
} as const

export interface Death {
  reason: string
  /** The error's message, without stack. */
  error: string | null
  attempts: number
  /** ISO 8601; null when the broker dead-lettered the message without a time. */
  at: string | null
}

/** The message for another queue of the same service, without the headers of earlier deliveries. */
export function forwarded(
  message: ConsumeMessage | GetMessage,
  service: ServiceName,
  queue: string,
  headers: Record<string, unknown>,
): Outgoing {
  const { messageId, type, contentType, timestamp } = message.properties
  return {
    exchange: exchangeName(service),
    routingKey: queue,
    content: message.content,
    options: { messageId, type, contentType, timestamp, headers },
  }
}

export const deathHeaders = (queue: string, { reason, error, attempts, at }: Death): Record<string, unknown> => ({
  [headerNames.reason]: reason,
  ...(error === null ? {} : { [headerNames.error]: error }),
  [headerNames.attempts]: attempts,
  [headerNames.queue]: queue,
  [headerNames.at]: at,
})

export function readDeath(message: GetMessage): Death {
  const headers = message.properties.headers ?? {}
  const byBroker = headers['x-death']?.[0]
  const attempts: unknown = headers[headerNames.attempts]
  return {
    reason: text(headers[headerNames.reason]) ?? byBroker?.reason ?? 'unknown',
    error: text(headers[headerNames.error]),
    attempts: typeof attempts === 'number' ? attempts : 0,
    at: text(headers[headerNames.at]) ?? (byBroker ? new Date(byBroker.time.value * 1_000).toISOString() : null),
  }
}

/** The first line of an error, short enough for a header, without secrets. */
export const errorLine = (error: unknown): string | null =>
  error instanceof Error ? scrub(error.message.split('\n', 1)[0] ?? '').slice(0, 500) : null

const text = (value: unknown): string | null => (typeof value === 'string' ? value : null)
