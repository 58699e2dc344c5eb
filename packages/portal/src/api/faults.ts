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
 * The faults of `sent` at the fields of `draft`, in which entries of lists were moved or removed since then. Entries have a `key` or an `id`. The
 * faults must have been found with the pointers of `sent`.
 */
export const faultsOfSent = (faults: Faults, sent: unknown, draft: unknown): Faults => ({
  ...faults,
  at: (pointer) => {
    const former = formerPointer(sent, draft, pointer)
    return former === null ? undefined : faults.at(former)
  },
})

/** Where the field of `draft` was in `sent`; null if its entry was not there. Entries have a `key` or an `id`. */
export function formerPointer(sent: unknown, draft: unknown, pointer: string): string | null {
  let [then, now] = [sent, draft]
  const names: string[] = []
  for (const name of pointer.split('/').slice(1)) {
    now = memberOf(now, name)
    const key = keyOf(now)
    const former = key === undefined || !Array.isArray(then) ? name : then.findIndex((entry) => keyOf(entry) === key)
    if (former === -1) return null
    then = memberOf(then, String(former))
    names.push(String(former))
  }
  return `/${names.join('/')}`
}

const memberOf = (value: unknown, name: string): unknown => (value as Record<string, unknown> | undefined)?.[name]

const keyOf = (entry: unknown): unknown => memberOf(entry, 'key') ?? memberOf(entry, 'id')
