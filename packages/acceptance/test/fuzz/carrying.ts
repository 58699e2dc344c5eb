/** Bodies that carry texts in one field: all of them in one body where it has room for many, else one after the other. */

const letters = 'abcdefghijklmnopqrstuvwxyz'
const language = (index: number) => `${letters[Math.floor(index / 26)]}${letters[index % 26]}`
const languages = letters.length ** 2
const attributes = 50

/** Fields with room for one text are tried with every so manieth: the others have it in another field. */
export interface Thrift {
  every: number
  from: number
}

export function carrying(body: unknown, pointer: string, texts: readonly string[], thrift: Thrift): unknown[] {
  const steps = pointer.slice(1).split('/')
  const last = steps.lastIndexOf('*')
  if (steps.at(-1) === '*') {
    const inAttributes = steps.at(-2) === 'attributes'
    const chunks = chunked(texts, inAttributes ? attributes : languages)
    const keyOf = (index: number) => (inAttributes ? `key-${index}` : language(index))
    return chunks.map((chunk) =>
      put(body, steps.slice(0, -1), Object.fromEntries(chunk.map((text, index) => [keyOf(index), text]))),
    )
  }
  if (last >= 0 && last === steps.indexOf('*')) {
    const items = at(body, steps.slice(0, last))
    const [item] = Array.isArray(items) ? items : []
    if (item === undefined) throw new Error(`${pointer}: the usual request has no such item`)
    return [
      put(
        body,
        steps.slice(0, last),
        texts.map((text) => put(item, steps.slice(last + 1), text)),
      ),
    ]
  }
  return texts
    .filter((_, index) => index % thrift.every === thrift.from % thrift.every)
    .map((text) => put(body, steps, text))
}

const chunked = <T>(list: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(list.length / size) }, (_, index) => list.slice(index * size, (index + 1) * size))

const at = (value: unknown, steps: readonly string[]): unknown =>
  steps.reduce<unknown>((inner, step) => (inner as Record<string, unknown> | undefined)?.[step], value)

/** A copy with the value in that place; what leads there is made where it is missing, with `*` for the first item. */
function put(body: unknown, [step, ...rest]: readonly string[], value: unknown): unknown {
  if (step === undefined) return value
  if (step === '*') {
    const [first = {}, ...others] = Array.isArray(body) ? body : []
    return [put(first, rest, value), ...others]
  }
  const holder = (body ?? {}) as Record<string, unknown>
  return { ...holder, [step]: put(holder[step], rest, value) }
}
