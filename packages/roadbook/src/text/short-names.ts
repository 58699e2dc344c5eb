import { firstGraphemes, graphemesOf, lengthOf, plainText } from './plain-text.ts'

interface ShortNames {
  /** Most code points of a name. */
  most: number
  /** In place of the left-out middle. */
  mark?: string
  /** Equal names get different numbers; otherwise they stay equal. */
  areUnique?: boolean
}

/**
 * Names with at most `most` code points, for devices that cut longer ones. Names stay different: if some are too long, the words with which all
 * begin are left out; then the middle, since "From A to B" differs in both ends; and at last they are numbered.
 */
export const shortNames = (
  names: readonly string[],
  { most, mark = '\u2026', areUnique = false }: ShortNames,
): string[] => {
  const plain = names.map(plainText)
  const shared = plain.some((name) => lengthOf(name) > most) ? wordsInCommon(plain) : 0
  const used = new Set<string>()
  const nextNumbers = new Map<string, number>()
  const known = new Map<string, string>()
  return plain.map((name) => {
    const before = areUnique ? undefined : known.get(name)
    if (before !== undefined) return before
    const own = lengthOf(name) > most ? name.split(' ').slice(shared).join(' ') : name
    const shortened = withoutMiddle(own, most, mark)
    const unnumbered = shortened(most)
    const short = used.has(unnumbered) ? numbered(shortened, most, used, nextNumbers) : unnumbered
    used.add(short)
    known.set(name, short)
    return short
  })
}

/**
 * The name with the first number with which it is not used. `next`: the number to try, by shortened name and number of digits. Without it,
 * thousands of equal names take quadratic time.
 */
const numbered = (
  shortened: (most: number) => string,
  most: number,
  used: ReadonlySet<string>,
  next: Map<string, number>,
): string => {
  for (let digits = 1; ; digits++) {
    const name = shortened(most - digits - 1)
    const key = `${digits} ${name}`
    const end = 10 ** digits
    let number = next.get(key) ?? Math.max(2, end / 10)
    while (number < end && used.has(`${name} ${number}`)) number++
    next.set(key, number)
    if (number < end) return `${name} ${number}`
  }
}

/** How many words all different names begin with. Each keeps at least one word. */
const wordsInCommon = (names: readonly string[]): number => {
  const [first, ...others] = [...new Set(names)].map((name) => name.split(' '))
  if (first === undefined || others.length === 0) return 0
  const least = Math.min(first.length, ...others.map(({ length }) => length)) - 1
  const differs = first.findIndex((word, index) => index >= least || others.some((name) => name[index] !== word))
  return Math.max(0, differs)
}

/** The text for any number of code points up to `longest`; its middle is left out between graphemes. */
const withoutMiddle = (text: string, longest: number, mark: string): ((most: number) => string) => {
  const length = lengthOf(text)
  let ends: ReturnType<typeof endsOf> | undefined
  return (most) => {
    if (length <= most) return text
    // Once for all numbers of code points: finding graphemes takes far longer than the rest.
    ends ??= endsOf(text, longest)
    const room = most - lengthOf(mark)
    const beginning = firstGraphemes(ends.first, Math.ceil(room / 2)).join('')
    const end = firstGraphemes(ends.last, Math.floor(room / 2))
      .reverse()
      .join('')
    return `${beginning.trimEnd()}${mark}${end.trimStart()}`
  }
}

/** The graphemes at both ends of a text, each end with at most `longest` code points; `last` begins with the last one. */
const endsOf = (text: string, longest: number) => ({
  first: firstGraphemes(graphemesOf(text), longest),
  // A code point has at most two code units, so this piece has too many: a grapheme that it cuts is not among them.
  last: firstGraphemes([...graphemesOf(text.slice(-4 * longest))].reverse(), longest),
})
