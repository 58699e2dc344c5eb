export { idempotent, idempotentInsert, idempotentStatement } from './idempotent.ts'
export {
  insertReplies,
  type RepeatableRequest,
  type ReplyRow,
  replyRows,
  storedReply,
  storedReplyBytes,
} from './stored-reply.ts'
