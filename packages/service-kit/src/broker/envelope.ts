import { type MessageData, type MessageType, messages, validate } from '@guidebook/contracts'
import { CloudEvent } from 'cloudevents'

/** Thrown by a handler: this message can never be handled. It becomes a dead letter immediately; the reason must contain no values. */
export class PoisonMessageError extends Error {
  override readonly name = 'PoisonMessageError'
}

/** The media type of a CloudEvent in JSON, structured mode. */
export const contentType = 'application/cloudevents+json; charset=utf-8'

export interface Envelope<T extends MessageType = MessageType, Data = MessageData<T>> {
  id: string
  type: T
  subject: string | null
  time: Date
  data: Data
  /** W3C trace context of the sender. */
  traceparent: string | null
  requestId: string | null
  /** Who asked the sender for it, as in its audit log; null when nobody did, and in messages of older versions. */
  actor: string | null
}

/** A message to be sent; `data` is JSON text, which is sent as it was stored. */
export type EnvelopeText = Envelope<MessageType, string>

/** The CloudEvent in JSON. Its specification demands lower-case names without separators for extension attributes. */
export function writeEnvelope({ id, type, subject, time, data, traceparent, requestId, actor }: EnvelopeText): Buffer {
  const head = JSON.stringify({
    specversion: '1.0',
    id,
    source: sourceOf(type),
    type,
    time: time.toISOString(),
    datacontenttype: 'application/json',
    ...(subject === null ? {} : { subject }),
    ...(traceparent === null ? {} : { traceparent }),
    ...(requestId === null ? {} : { requestid: requestId }),
    ...(actor === null ? {} : { actor }),
  })
  return Buffer.from(`${head.slice(0, -1)},"data":${data}}`)
}

const sourceOf = (type: MessageType) => `/${messages[type].source}`

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Reads a CloudEvent and checks its type, source and data. Throws `PoisonMessageError` with a reason that contains no values. */
export function readEnvelope<T extends MessageType>(content: Buffer, type: T): Envelope<T> {
  const event = checkedEvent(parse(content))
  if (event.type !== type) throw new PoisonMessageError('the message type does not belong to its queue')
  if (event.source !== sourceOf(type)) throw new PoisonMessageError('the message source does not belong to its type')
  if (!uuid.test(event.id)) throw new PoisonMessageError('the message id is not a UUID')
  const faults = validate(messages[type].data, event.data)
  if (faults.length > 0) throw new PoisonMessageError(`the data does not match its schema: ${describe(faults)}`)
  return {
    id: event.id,
    type,
    subject: event.subject ?? null,
    time: new Date(event.time ?? 0),
    data: event.data as MessageData<T>,
    traceparent: typeof event.traceparent === 'string' ? event.traceparent : null,
    requestId: typeof event.requestid === 'string' ? event.requestid : null,
    actor: typeof event.actor === 'string' ? event.actor : null,
  }
}

export const describe = (faults: readonly { pointer: string; code: string }[]): string =>
  faults
    .slice(0, 5)
    .map(({ pointer, code }) => `${pointer || '/'} ${code}`)
    .join(', ')

function parse(content: Buffer): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(content))
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>
  } catch (error) {
    throw new PoisonMessageError('the message is not JSON', { cause: error })
  }
  throw new PoisonMessageError('the message is not a JSON object')
}

function checkedEvent(value: Record<string, unknown>): CloudEvent<unknown> {
  // Required by the specification; the library would fill them in.
  const missing = ['id', 'source', 'type', 'specversion'].filter((name) => typeof value[name] !== 'string')
  if (missing.length > 0) throw new PoisonMessageError(`the message is no CloudEvent: ${missing.join(', ')} missing`)
  if (value.specversion !== '1.0') throw new PoisonMessageError('the message is no CloudEvent of version 1.0')
  try {
    return new CloudEvent(value)
  } catch (error) {
    throw new PoisonMessageError('the message is no CloudEvent of version 1.0', { cause: error })
  }
}
