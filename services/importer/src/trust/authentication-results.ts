/** What the receiving server found out about a sender, as far as it matters here. */
export interface AuthenticationVerdict {
  authservId: string
  dmarc: string | null
  /** Domains whose DKIM signature verified. */
  dkimDomains: string[]
}

/**
 * Reads the topmost `Authentication-Results` header (RFC 8601). The server that received a mail writes its own on top of
 * whatever the sender put into it, so one further down is never looked at.
 * `headers` are the mail's header lines in their order, unfolded: `[name in lower case, value]`.
 */
export const topmostVerdict = (headers: readonly (readonly [string, string])[]): AuthenticationVerdict | null => {
  const value = headers.find(([name]) => name === 'authentication-results')?.[1]
  if (value === undefined) return null
  const [head = '', ...results] = withoutComments(value).split(';')
  const properties = results.map((result) => result.trim().toLowerCase())
  const dmarc = properties
    .map((result) => /^dmarc\s*=\s*([a-z]+)/.exec(result)?.[1])
    .find((found) => found !== undefined)
  return {
    authservId: (head.trim().split(/\s+/)[0] ?? '').toLowerCase(),
    dmarc: dmarc ?? null,
    dkimDomains: properties
      .filter((result) => /^dkim\s*=\s*pass\b/.test(result))
      .flatMap((result) => /header\.d\s*=\s*"?([a-z0-9.-]+)/.exec(result)?.[1] ?? []),
  }
}

const withoutComments = (value: string): string => {
  let depth = 0
  let quoted = false
  let kept = ''
  for (const character of value) {
    if (character === '"' && depth === 0) quoted = !quoted
    if (!quoted && character === '(') depth++
    else if (!quoted && character === ')' && depth > 0) depth--
    else if (depth === 0) kept += character
  }
  return kept
}

/** Whether a verified domain may speak for the domain of the From address: the same, or one above it (relaxed alignment). */
export const isAligned = (verified: string, from: string): boolean =>
  verified === from || (verified.includes('.') && from.endsWith(`.${verified}`))
