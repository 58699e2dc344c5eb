export { idempotent, type RepeatableRequest } from './idempotent.ts'
