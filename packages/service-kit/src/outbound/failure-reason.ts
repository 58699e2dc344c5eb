import { formatMessage, type MessageRef } from '@guidebook/messages'

/** Why there is no usable response, as a message that people get in their language. */
export type FailureReason = MessageRef<'attemptReasons'>

/** For logs, and for records that are not translated. */
export const inEnglish = (reason: FailureReason): string => formatMessage('attemptReasons', 'en', reason)
