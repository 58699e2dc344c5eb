export { idempotent, idempotentStatement, type RepeatableRequest, storedReply } from './idempotent.ts'
