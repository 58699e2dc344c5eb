/** PostgreSQL stores no NUL in a text. */
export const storable = <T extends string | null>(text: T): T =>
  text === null ? text : (text.replaceAll('\0', '') as T)
