import { domainToASCII } from 'node:url'

/** The author that the mail claims. */
export interface Author {
  /** Lower case. */
  address: string
  /** Lower case, in ASCII as in the DNS. */
  domain: string
}

const word = String.raw`[\w!#$%&'*+/=?^{|}~\u0060-]+`
const address = String.raw`(${word}(?:\.${word})*)@([^\s@<>()[\]\\,;:"]+)`
/** An address alone, or in angle brackets behind a name without separators and without anything like an address. */
const single = new RegExp(`^(?:${address}|[^<>@,:;]*<\\s*${address}\\s*>)$`, 'u')

/**
 * The only author of a mail (RFC 5322, section 3.6.2); `null` without one and in ambiguous cases: several From headers or addresses, a group, an
 * address in an unquoted name, an encoded word in an address. Programs read such headers differently, so a signature may be verified for another
 * author. `headers` are the header lines, unfolded: `[name in lower case, value]`.
 */
export const authorOf = (headers: readonly (readonly [string, string])[]): Author | null => {
  const [from, ...more] = headers.filter(([name]) => name === 'from').map(([, value]) => value)
  if (from === undefined || more.length > 0) return null
  const bare = withoutNames(from)
  if (bare === null) return null
  const [, aloneLocal, aloneDomain, namedLocal, namedDomain] = single.exec(bare) ?? []
  const local = aloneLocal ?? namedLocal
  const domain = domainToASCII(aloneDomain ?? namedDomain ?? '').replace(/\.$/, '')
  if (local === undefined || local.includes('=?') || !/^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(domain)) return null
  return { address: `${local.toLowerCase()}@${domain}`, domain }
}

/** Removes comments and replaces each quoted name by a word; `null` when one of them has no end. */
const withoutNames = (value: string): string | null => {
  let rest = ''
  let depth = 0
  let quoted = false
  for (let at = 0; at < value.length; at++) {
    const character = value[at]
    if (character === '\\' && (quoted || depth > 0)) at++
    else if (character === '"' && depth === 0) {
      quoted = !quoted
      if (quoted) rest += ' name '
    } else if (character === '(' && !quoted) depth++
    else if (character === ')' && !quoted && depth > 0) depth--
    else if (!quoted && depth === 0) rest += character
  }
  return quoted || depth > 0 ? null : rest.trim()
}
