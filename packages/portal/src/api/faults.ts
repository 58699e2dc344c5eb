/** The faults of a refused call for a form: each at its field, the others above the form. */
import { ApiError } from '@guidebook/client'
import type { ErrorWords } from '../i18n/error-texts.ts'

export interface Faults {
  /** By JSON Pointer, such as `/accommodation/0/externalId`. */
  at(pointer: string): string | undefined
  /** Faults that belong to no shown field. */
  others: { pointer: string; message: string }[]
}

const noFaults: Faults = { at: () => undefined, others: [] }

/** The same error with its faults at the fields of a form that names them otherwise than the request. */
export function atFields(error: unknown, fields: Readonly<Record<string, string>>): unknown {
  if (!(error instanceof ApiError)) return error
  const faults = error.faults.map((fault) => ({ ...fault, pointer: fields[fault.pointer] ?? fault.pointer }))
  return new ApiError(error.operation, { ...error, faults })
}

/** `shown`: the pointers of the form's fields. A fault below a field belongs to that field. */
export function faultsOf(
  error: unknown,
  shown: readonly string[],
  { fault: textOf }: Pick<ErrorWords, 'fault'>,
): Faults {
  if (!(error instanceof ApiError)) return noFaults
  const byField = new Map<string, string[]>()
  const others: Faults['others'] = []
  for (const fault of error.faults) {
    const { pointer } = fault
    const message = textOf(fault)
    const field = shown.find((one) => one === pointer) ?? shown.find((one) => pointer.startsWith(`${one}/`))
    if (field === undefined) others.push({ pointer, message })
    else byField.set(field, [...(byField.get(field) ?? []), message])
  }
  return { at: (pointer) => byField.get(pointer)?.join(' '), others }
}

/**
 * Without the faults of entries in lists that were moved or removed after `sent` was sent: their pointers name other entries now. Entries have a
 * `key` or an `id`.
 */
export const faultsOfSent = (faults: Faults, sent: unknown, draft: unknown): Faults => ({
  ...faults,
  at: (pointer) => (keysAlong(sent, pointer) === keysAlong(draft, pointer) ? faults.at(pointer) : undefined),
})

/** The keys of the entries on the way to a field. */
function keysAlong(draft: unknown, pointer: string): string {
  const keys: unknown[] = []
  let value = draft
  for (const name of pointer.split('/').slice(1)) {
    value = (value as Record<string, unknown> | undefined)?.[name]
    const { key, id } = (value ?? {}) as { key?: unknown; id?: unknown }
    keys.push(key ?? id ?? null)
  }
  return JSON.stringify(keys)
}
