import type { Area } from './catalogue.ts'
import { type Messages, messagesOf } from './messages.ts'

/** A message to store now and to format when its reader's language is known: its name, and its values if it has any. JSON. */
export type MessageRef<Of extends Area> = {
  readonly [Name in keyof Messages<Of>]: Messages<Of>[Name] extends (values: infer Values) => string
    ? { readonly id: Name; readonly values: Values }
    : { readonly id: Name }
}[keyof Messages<Of>]

interface StoredRef {
  id: string
  values?: unknown
}

/** The text of a stored message. Its name, if this version does not have the message. */
export function formatMessage<Of extends Area>(area: Of, lang: string, message: MessageRef<Of>): string {
  const { id, values } = message as StoredRef
  const messages = messagesOf(area, lang) as Readonly<Record<string, string | ((values: unknown) => string)>>
  const text = messages[id] ?? id
  return typeof text === 'string' ? text : text(values)
}
