import { HeaderSyntaxError } from './header-scanner.ts'
import { type AuthenticationResults, type MethodResult, parseAuthenticationResults } from './method-results.ts'

/** The relevant results of the receiving server about a sender. */
export interface AuthenticationVerdict {
  /** Lower case. */
  authservId: string
  /** Lower case; `null` without a DMARC result. Contradicting results are `fail`. */
  dmarc: string | null
  /** The author's domain that DMARC was evaluated for, if present. */
  dmarcFrom: string | null
  /** Domains whose DKIM signature verified. */
  dkimDomains: string[]
}

export interface FoundVerdict {
  verdict: AuthenticationVerdict
  /** Number of `Received` lines above it: servers that received the mail after the one that wrote it. */
  receivedAbove: number
}

/**
 * Reads the topmost `Authentication-Results` header (RFC 8601); `null` without one, or when it violates the grammar. The receiving server writes its
 * header above those of the sender, so lower ones are never read. `headers` are the header lines in order, unfolded: `[name in lower case, value]`.
 */
export const topmostVerdict = (headers: readonly (readonly [string, string])[]): FoundVerdict | null => {
  const at = headers.findIndex(([name]) => name === 'authentication-results')
  const value = headers[at]?.[1]
  if (value === undefined) return null
  const verdict = readVerdict(value)
  if (verdict === null) return null
  return { verdict, receivedAbove: headers.slice(0, at).filter(([name]) => name === 'received').length }
}

/** Characters. Servers write a few hundred. */
const longestHeader = 16 * 1024

const readVerdict = (value: string): AuthenticationVerdict | null => {
  const parsed = value.length > longestHeader ? null : parsedOrNull(value)
  if (parsed === null) return null
  const { authservId, results } = parsed
  const dmarc = results.filter(({ method }) => method === 'dmarc')
  const verdicts = new Set(dmarc.map(({ result }) => result))
  const passes = passesOfServer(results, value)
  const [first] = dmarc
  const isTrustedPass = first?.result !== 'pass' || passes.includes(first)
  return {
    authservId,
    dmarc: verdicts.size > 1 ? 'fail' : isTrustedPass ? (first?.result ?? null) : null,
    dmarcFrom: first?.properties.get('header.from')?.toLowerCase() ?? null,
    dkimDomains: passes
      .filter(({ method }) => method === 'dkim')
      .flatMap(({ properties }) => signingDomain(properties)),
  }
}

const parsedOrNull = (value: string): AuthenticationResults | null => {
  try {
    return parseAuthenticationResults(value)
  } catch (error) {
    if (error instanceof HeaderSyntaxError) return null
    throw error
  }
}

/** Methods whose comments describe keys and policies. Comments of other methods quote the envelope. */
const methodsOfServer = new Set(['dkim', 'dmarc', 'arc'])

/**
 * The passes that the server wrote, not the sender through a value of an earlier result. A server that prints a quoted local part without its quotes
 * prints `x; dkim=pass header.d=…` in it as results, which are between the start of that value and its `@domain`. So a pass belongs to the server
 * when no earlier result quotes the sender, or when no `@` follows. A HELO name does not end with `@domain`: no pass behind it counts.
 */
const passesOfServer = (results: readonly MethodResult[], value: string): MethodResult[] => {
  const lastAt = value.lastIndexOf('@')
  const passes: MethodResult[] = []
  let isSenderQuoted = false
  let isMoreThanAddressQuoted = false
  for (const result of results) {
    const isOfServer = !isSenderQuoted || (!isMoreThanAddressQuoted && lastAt < result.position)
    if (result.result === 'pass' && isOfServer) passes.push(result)
    isSenderQuoted ||= quotesSender(result)
    isMoreThanAddressQuoted ||= quotesMoreThanAddress(result)
  }
  return passes
}

const quotesSender = ({ method, properties, hasComment }: MethodResult): boolean =>
  (hasComment && !methodsOfServer.has(method)) ||
  properties.keys().some((name) => name.startsWith('smtp.')) ||
  properties
    .entries()
    .some(([name, text]) => text.lastIndexOf('@') > 0 || (name === 'header.i' && !text.startsWith('@')))

const addresses = new Set(['smtp.mailfrom', 'smtp.mail', 'smtp.rcptto', 'smtp.rcpt'])

const quotesMoreThanAddress = ({ properties }: MethodResult): boolean =>
  properties.keys().some((name) => name.startsWith('smtp.') && !addresses.has(name))

/** The signing domain, or the domain of the identity, which must be the same or a subdomain; none when they contradict each other. */
const signingDomain = (properties: ReadonlyMap<string, string>): string[] => {
  const identity = properties.get('header.i')?.toLowerCase()
  const identityDomain = identity?.slice(identity.lastIndexOf('@') + 1)
  const domain = properties.get('header.d')?.toLowerCase() ?? identityDomain
  if (domain === undefined) return []
  const agrees = identityDomain === undefined || identityDomain === domain || identityDomain.endsWith(`.${domain}`)
  return agrees ? [domain] : []
}
