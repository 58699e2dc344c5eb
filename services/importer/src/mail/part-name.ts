/** Characters; longer names are shortened. */
const longestName = 200

/**
 * A file name that is safe to show and store: the last part of a path, without control and invisible characters (a direction override shows
 * `vsc.pdf` as `fdp.csv`) and without surrounding quotes, dots and spaces. `null` when nothing is left.
 */
export const partName = (raw: string | false | undefined): string | null => {
  if (!raw) return null
  // Both ends are kept: the name is behind the last separator, and the extension is at its end.
  const bounded = raw.length <= 4000 ? raw : raw.slice(0, 2000) + raw.slice(-2000)
  const visible = bounded.replace(/[\p{Cc}\p{Cf}\u2028\u2029\ufffd]/gu, '').replace(/\s+/gu, ' ')
  const base = visible.split(/[/\\]/).findLast((part) => part.trim() !== '') ?? ''
  const name = base.replace(/^[\s"']+|[\s"'.]+$/gu, '')
  if (name === '') return null
  return name.length <= longestName ? name : shortened(name)
}

/** Keeps the extension, which determines the kind of the file. */
const shortened = (name: string): string => {
  const extension = /\.\w{1,10}$/.exec(name)?.[0] ?? ''
  return `${name.slice(0, longestName - extension.length - 1).replace(/[\ud800-\udbff]$/, '')}…${extension}`
}

/** Lower case, without the dot; empty when the name has none. */
export const extensionOf = (name: string | null): string => /\.(\w{1,10})$/.exec(name ?? '')?.[1]?.toLowerCase() ?? ''
