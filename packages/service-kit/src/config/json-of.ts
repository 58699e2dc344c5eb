import { validate } from '@guidebook/contracts'
import type { Static, TSchema } from 'typebox'

/**
 * Reads JSON of the given schema, for `setting.parsed`. Not in `setting`: programs without such a setting, such as a migration, start in a quarter of
 * the processor time without the contracts.
 */
export const jsonOf =
  <S extends TSchema>(schema: S) =>
  (text: string): Static<S> => {
    const value = parseJson(text)
    const [fault] = validate(schema, value)
    if (fault) throw new Error(`does not fit at "${fault.pointer}": ${fault.message}`)
    return value as Static<S>
  }

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // The parser's own message quotes the text, which may be a secret.
    throw new Error('must be JSON')
  }
}
