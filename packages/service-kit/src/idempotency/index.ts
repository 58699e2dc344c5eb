export { idempotent, idempotentStatement } from './idempotent.ts'
export { idempotentInsert } from './idempotent-insert.ts'
export { insertReplies, type RepeatableRequest, type ReplyRow, replyRows, storedReply } from './stored-reply.ts'
