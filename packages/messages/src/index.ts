export { acceptedLanguages, requestedLanguage } from './accepted-languages.ts'
export { chooseLanguage, directionOf, type Language } from './catalogue.ts'
export { formatMessage, type MessageRef, type Messages, messagesOf } from './messages.ts'
export { telephoneLink } from './telephone-link.ts'
