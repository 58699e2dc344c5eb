export { type Broker, createBroker } from './broker.ts'
export type { MessageHandler } from './delivery.ts'
export { emit, insertOutboxRows, type OutboxRow, outboxRows, storeInOutbox } from './outbox.ts'
export { PoisonMessageError } from './poison-message-error.ts'
