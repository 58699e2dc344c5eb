/** Request bodies that contain given texts in one field. */

const letters = 'abcdefghijklmnopqrstuvwxyz'
const languageKey = (index: number) => `${letters[Math.floor(index / 26)]}${letters[index % 26]}`
const maxLanguages = letters.length ** 2
const maxAttributes = 50

/** A field with a single text gets only the texts whose index modulo `every` is `from`. Records and arrays get all texts. */
export interface Sampling {
  every: number
  from: number
}

/** Puts all texts in as few bodies as possible: many per body in a record or an array, otherwise one per body. */
export function bodiesWithTexts(
  body: unknown,
  pointer: string,
  texts: readonly string[],
  sampling: Sampling,
): unknown[] {
  const steps = pointer.slice(1).split('/')
  const last = steps.lastIndexOf('*')
  if (steps.at(-1) === '*') {
    const inAttributes = steps.at(-2) === 'attributes'
    const chunks = chunked(texts, inAttributes ? maxAttributes : maxLanguages)
    const keyOf = (index: number) => (inAttributes ? `key-${index}` : languageKey(index))
    return chunks.map((chunk) =>
      put(body, steps.slice(0, -1), Object.fromEntries(chunk.map((text, index) => [keyOf(index), text]))),
    )
  }
  if (last >= 0 && last === steps.indexOf('*')) {
    const items = at(body, steps.slice(0, last))
    const [item] = Array.isArray(items) ? items : []
    if (item === undefined) throw new Error(`The usual request has no item at ${pointer}.`)
    return [
      put(
        body,
        steps.slice(0, last),
        texts.map((text) => put(item, steps.slice(last + 1), text)),
      ),
    ]
  }
  return texts
    .filter((_, index) => index % sampling.every === sampling.from % sampling.every)
    .map((text) => put(body, steps, text))
}

const chunked = <T>(list: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(list.length / size) }, (_, index) => list.slice(index * size, (index + 1) * size))

const at = (value: unknown, steps: readonly string[]): unknown =>
  steps.reduce<unknown>((inner, step) => (inner as Record<string, unknown> | undefined)?.[step], value)

/** A copy with the value at the path. Creates missing objects; `*` is the first item. */
function put(body: unknown, [step, ...rest]: readonly string[], value: unknown): unknown {
  if (step === undefined) return value
  if (step === '*') {
    const [first = {}, ...others] = Array.isArray(body) ? body : []
    return [put(first, rest, value), ...others]
  }
  const holder = (body ?? {}) as Record<string, unknown>
  return { ...holder, [step]: put(holder[step], rest, value) }
}
