/** Longer names are of no use to anybody and of some to attackers. */
const longestName = 200

/**
 * The name of a file as it can be shown and stored: the last part of a path, without control and invisible characters (an override of the
 * writing direction makes `fdp.csv` of `vsc.pdf`) and without the quotes, dots and blanks around it. `null` when nothing is left.
 */
export const partName = (raw: string | false | undefined): string | null => {
  if (!raw) return null
  // Both ends are kept, for the path before the name and the extension behind it.
  const bounded = raw.length <= 4000 ? raw : raw.slice(0, 2000) + raw.slice(-2000)
  const visible = bounded.replace(/[\p{Cc}\p{Cf}\u2028\u2029\ufffd]/gu, '').replace(/\s+/gu, ' ')
  const base = visible.split(/[/\\]/).findLast((part) => part.trim() !== '') ?? ''
  const name = base.replace(/^[\s"']+|[\s"'.]+$/gu, '')
  if (name === '') return null
  return name.length <= longestName ? name : shortened(name)
}

/** Keeps the extension, by which files are told apart. */
const shortened = (name: string): string => {
  const extension = /\.\w{1,10}$/.exec(name)?.[0] ?? ''
  return `${name.slice(0, longestName - extension.length - 1).replace(/[\ud800-\udbff]$/, '')}…${extension}`
}

/** In lower case, without the dot; empty when there is none. */
export const extensionOf = (name: string | null): string => /\.(\w{1,10})$/.exec(name ?? '')?.[1]?.toLowerCase() ?? ''
