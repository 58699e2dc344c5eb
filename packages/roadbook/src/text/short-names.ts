import { plainText } from './plain-text.ts'

interface ShortNames {
  /** Most characters of a name. */
  most: number
  /** In place of the left-out middle. */
  mark?: string
  /** Equal names get different numbers; otherwise they stay equal. */
  areUnique?: boolean
}

/**
 * Names with at most `most` characters, for devices that cut longer ones. Names stay different: if some are too long, the words with which all
 * begin are left out; then the middle, since "From A to B" differs in both ends; and at last they are numbered.
 */
export const shortNames = (
  names: readonly string[],
  { most, mark = '\u2026', areUnique = false }: ShortNames,
): string[] => {
  const plain = names.map(plainText)
  const shared = plain.some((name) => lengthOf(name) > most) ? wordsInCommon(plain) : 0
  const used = new Set<string>()
  const known = new Map<string, string>()
  return plain.map((name) => {
    const before = areUnique ? undefined : known.get(name)
    if (before !== undefined) return before
    const own = lengthOf(name) > most ? name.split(' ').slice(shared).join(' ') : name
    let short = withoutMiddle(own, most, mark)
    for (let count = 2; used.has(short); count++) {
      const suffix = ` ${count}`
      short = withoutMiddle(own, most - suffix.length, mark) + suffix
    }
    used.add(short)
    known.set(name, short)
    return short
  })
}

const lengthOf = (text: string): number => [...text].length

/** How many words all different names begin with. Each keeps at least one word. */
const wordsInCommon = (names: readonly string[]): number => {
  const [first, ...others] = [...new Set(names)].map((name) => name.split(' '))
  if (first === undefined || others.length === 0) return 0
  const least = Math.min(first.length, ...others.map(({ length }) => length)) - 1
  const differs = first.findIndex((word, index) => index >= least || others.some((name) => name[index] !== word))
  return Math.max(0, differs)
}

const withoutMiddle = (text: string, most: number, mark: string): string => {
  const signs = [...text]
  if (signs.length <= most) return text
  const room = most - lengthOf(mark)
  const head = Math.ceil(room / 2)
  return `${signs.slice(0, head).join('').trimEnd()}${mark}${signs
    .slice(signs.length - (room - head))
    .join('')
    .trimStart()}`
}
