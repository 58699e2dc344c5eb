/**
 * Reads the request target (RFC 9112 section 3.2) once, so that every part of every service sees the same path. The result is the
 * origin form: `/path?query`. If a service saw another path than the gateway, a request could bypass the gateway's checks.
 */
import { ServiceError } from '../errors/service-error.ts'

/** Longest request target, characters. RFC 9110 section 4.1 asks servers to accept at least 8000. */
const maxTargetLength = 8_000

/** The usual target: an origin form of visible ASCII without "#", "%" and "\". */
const plain = /^\/[!"$&-[\]-~]*$/

/** Returns the origin form of the target. Throws 400 `bad-target` or 414 `target-too-long`. */
export function readRequestTarget(method: string, target: string): string {
  if (target.length > maxTargetLength) throw new ServiceError('target-too-long')
  if (plain.test(target)) return target
  requireValidCharacters(target)
  if (target.startsWith('/')) return target
  if (target === '*' && method === 'OPTIONS') return target
  return pathOfAbsoluteForm(target)
}

function requireValidCharacters(target: string): void {
  if (/[^\x21-\x7e]/.test(target)) {
    throw badTarget(
      'it contains a control character, a space or a character that is not ASCII. Percent-encode every such character as UTF-8.',
    )
  }
  if (target.includes('#'))
    throw badTarget('it contains "#". Send the URL without its fragment; send a "#" that is data as %23.')
  if (target.includes('\\')) throw badTarget('it contains "\\". Separate path segments by "/".')
  // In the path only: in the query an encoded slash is data.
  if (/^[^?]*%(2f|5c)/i.test(target)) {
    throw badTarget(
      'its path contains an encoded slash or backslash (%2F, %5C). For an ID that contains one, use an operation that takes the ID in the query or in the body.',
    )
  }
}

/** Servers must accept the absolute form (RFC 9112 section 3.2.2). The authority does not matter: this program serves one site. */
const absoluteForm = /^https?:\/\/([^/?]+)(\/[^?]*)?(\?.*)?$/i

function pathOfAbsoluteForm(target: string): string {
  const [, authority, path = '/', query = ''] = absoluteForm.exec(target) ?? []
  if (authority === undefined) throw badTarget('it is neither a path that begins with "/" nor an http or https URL.')
  // RFC 9110 section 4.2.4: userinfo in a received URL is an error, it may hide where the URL leads.
  if (authority.includes('@')) throw badTarget('its URL contains user information ("user@host"). Remove it.')
  return path + query
}

const badTarget = (reason: string) =>
  new ServiceError('bad-target', {
    detail: `The request target is not valid: ${reason}`,
    // Rejected before rate limits count it, so that each attempt costs the sender a connection.
    headers: { Connection: 'close' },
  })
