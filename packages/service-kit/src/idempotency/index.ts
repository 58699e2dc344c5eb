export { idempotent, type RepeatableRequest, storedReply } from './idempotent.ts'
