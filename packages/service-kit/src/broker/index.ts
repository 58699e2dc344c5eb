export type { Broker } from './broker.ts'
export type { MessageHandler } from './delivery.ts'
export { PoisonMessageError } from './envelope.ts'
export { emit, insertOutboxRows, type OutboxRow, outboxRows, storeInOutbox } from './outbox.ts'
