/** A kind of message: its sender, its subscribers and its data (of a CloudEvent). */
import type { TSchema } from 'typebox'
import type { ServiceName } from './operation.ts'

export interface MessageDefinition {
  type: string
  source: ServiceName
  subscribers: readonly ServiceName[]
  data: TSchema
  description: string
}

export function defineMessage<const M extends MessageDefinition>(message: M): M {
  return message
}
