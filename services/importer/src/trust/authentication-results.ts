/** What the receiving server found out about a sender, as far as it matters here. */
export interface AuthenticationVerdict {
  /** Lower case. */
  authservId: string
  /** Lower case; `null`: it says nothing of DMARC. More than one that differ are `fail`. */
  dmarc: string | null
  /** The author's domain that DMARC was evaluated for, if it is named. */
  dmarcFrom: string | null
  /** Domains whose DKIM signature verified. */
  dkimDomains: string[]
}

export interface FoundVerdict {
  verdict: AuthenticationVerdict
  /** How many `Received` lines stand above it: servers that had the mail after the one that wrote it. */
  receivedAbove: number
}

/**
 * Reads the topmost `Authentication-Results` header (RFC 8601), `null` when there is none or it can't be read. The server that
 * received a mail writes its own above whatever the sender put into it, so one further down is never looked at.
 * `headers` are the mail's header lines in their order, unfolded: `[name in lower case, value]`.
 */
export const topmostVerdict = (headers: readonly (readonly [string, string])[]): FoundVerdict | null => {
  const at = headers.findIndex(([name]) => name === 'authentication-results')
  const value = headers[at]?.[1]
  if (value === undefined) return null
  const verdict = readVerdict(value)
  if (verdict === null) return null
  return { verdict, receivedAbove: headers.slice(0, at).filter(([name]) => name === 'received').length }
}

const readVerdict = (value: string): AuthenticationVerdict | null => {
  const tokens = tokensOf(value)
  if (tokens === null) return null
  const [[head] = [], ...parts] = splitAtSemicolons(tokens)
  if (head === undefined) return null
  const results = parts.map(readResult)
  const dmarc = results.filter(({ method }) => method === 'dmarc')
  const verdicts = new Set(dmarc.map(({ result }) => result))
  return {
    authservId: head.text.toLowerCase(),
    dmarc: verdicts.size > 1 ? 'fail' : (dmarc[0]?.result ?? null),
    dmarcFrom: dmarc[0]?.properties.get('header.from')?.toLowerCase() ?? null,
    dkimDomains: results
      .filter(({ method, result }) => method === 'dkim' && result === 'pass')
      .flatMap(({ properties }) => signingDomain(properties)),
  }
}

/** The domain itself, or that of the identity it speaks for, which is the same or below. */
const signingDomain = (properties: ReadonlyMap<string, string>): string[] => {
  const identity = properties.get('header.i')
  const domain = properties.get('header.d') ?? identity?.slice(identity.lastIndexOf('@') + 1)
  return domain === undefined ? [] : [domain.toLowerCase()]
}

interface Token {
  text: string
  /** `=` and `;` outside of quotes. */
  isSign: boolean
}

interface MethodResult {
  method: string
  result: string
  properties: ReadonlyMap<string, string>
}

/** `method [/version] = result`, then `ptype.property = value` any number of times; space and comments may stand around each. */
const readResult = (tokens: readonly Token[]): MethodResult => {
  const pairs: [string, string][] = []
  let key = ''
  for (let at = 0; at < tokens.length; at++) {
    const { text, isSign } = tokens[at] as Token
    if (!isSign) key += text
    else {
      pairs.push([key.toLowerCase(), tokens[at + 1]?.text ?? ''])
      key = ''
      at++
    }
  }
  const [[method = '', result = ''] = [], ...properties] = pairs
  return { method: method.replace(/\/.*$/, ''), result: result.toLowerCase(), properties: firstOfEach(properties) }
}

const firstOfEach = (pairs: readonly [string, string][]): Map<string, string> => new Map(pairs.toReversed())

const splitAtSemicolons = (tokens: readonly Token[]): Token[][] => {
  const parts: Token[][] = [[]]
  for (const token of tokens) {
    if (token.isSign && token.text === ';') parts.push([])
    else parts.at(-1)?.push(token)
  }
  return parts
}

/** A comment, which may hold comments, is matched by its parentheses; a quoted text and what touches it are one token. */
const tokensOf = (value: string): Token[] | null => {
  const tokens: Token[] = []
  let at = 0
  while (at < value.length) {
    const character = value[at] ?? ''
    if (/\s/.test(character)) at++
    else if (character === '(') {
      const end = endOfComment(value, at)
      if (end === null) return null
      at = end
    } else if (character === ';' || (character === '=' && !tokens.at(-1)?.isSign)) {
      tokens.push({ text: character, isSign: true })
      at++
    } else {
      const isValue = tokens.at(-1)?.text === '=' && tokens.at(-1)?.isSign === true
      const run = readRun(value, at, isValue)
      if (run === null) return null
      tokens.push({ text: run.text, isSign: false })
      at = run.end
    }
  }
  return tokens
}

/** Signs end a name; a value may hold `=`, as Base64 does. */
const readRun = (value: string, start: number, isValue: boolean): { text: string; end: number } | null => {
  const pattern = isValue ? /(?:[^\s;("]|"(?:[^"\\]|\\.)*")+/y : /(?:[^\s;="(]|"(?:[^"\\]|\\.)*")+/y
  pattern.lastIndex = start
  const found = pattern.exec(value)?.[0]
  if (found === undefined) return null
  return {
    text: found.replace(/"((?:[^"\\]|\\.)*)"/g, (_, inner: string) => inner.replace(/\\(.)/g, '$1')),
    end: start + found.length,
  }
}

const endOfComment = (value: string, start: number): number | null => {
  let depth = 0
  for (let at = start; at < value.length; at++) {
    if (value[at] === '\\') at++
    else if (value[at] === '(') depth++
    else if (value[at] === ')' && --depth === 0) return at + 1
  }
  return null
}
