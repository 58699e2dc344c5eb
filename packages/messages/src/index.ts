export { chooseLanguage, type Language } from './languages.ts'
export { formatMessage, type MessageRef } from './message-ref.ts'
export { type Messages, messagesOf } from './messages.ts'
