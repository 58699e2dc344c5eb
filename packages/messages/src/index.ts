export { chooseLanguage, type Language } from './languages.ts'
export { type Messages, messagesOf } from './messages.ts'
