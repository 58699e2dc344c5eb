/**
 * Reads the request target (RFC 9112 section 3.2) once, so that every part of every service sees the same path. The result is
 * the origin form: `/path?query`. A reader further in that would see another path than the door did could skip admission.
 */
import { ServiceError } from '../errors/service-error.ts'

/** Longest request target, characters. RFC 9110 section 4.1 asks servers to accept at least 8000. */
const maxTargetLength = 8_000

const slash = 0x2f
const percent = 0x25
const questionMark = 0x3f
const hash = 0x23
const backslash = 0x5c

/** The usual target: an origin form of visible ASCII without "#", "%" and "\". */
const plain = /^\/[!"$&-[\]-~]*$/

/** Returns the origin form of the target. Throws 400 `bad-target` or 414 `target-too-long`. */
export function readRequestTarget(method: string, target: string): string {
  if (target.length > maxTargetLength) throw new ServiceError('target-too-long')
  if (plain.test(target)) return target
  requireValidCharacters(target)
  if (target.charCodeAt(0) === slash) return target
  if (target === '*' && method === 'OPTIONS') return target
  return pathOfAbsoluteForm(target)
}

/** One pass. Encoded slashes are refused in the path only: in the query they are data. */
function requireValidCharacters(target: string): void {
  let inPath = true
  for (let index = 0; index < target.length; index++) {
    const code = target.charCodeAt(index)
    if (code <= 0x20 || code >= 0x7f)
      throw badTarget(`it contains a control character, a space or a character that is not ASCII. ${encode}`)
    if (code === hash)
      throw badTarget('it contains "#". Send the URL without its fragment; send a "#" that is data as %23.')
    if (code === backslash) throw badTarget('it contains "\\". Separate path segments by "/".')
    if (code === questionMark) inPath = false
    else if (code === percent && inPath && isEncodedSlash(target, index)) {
      throw badTarget(
        'its path contains an encoded slash or backslash (%2F, %5C). For an ID that contains one, use an operation that takes the ID in the query or in the body.',
      )
    }
  }
}

const encode = 'Percent-encode every such character as UTF-8.'

/** `%2F` and `%5C`, in either case. */
function isEncodedSlash(target: string, index: number): boolean {
  const first = target.charCodeAt(index + 1)
  const second = target.charCodeAt(index + 2) | 0x20
  return (first === 0x32 && second === 0x66) || (first === 0x35 && second === 0x63)
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
    // It is refused before anything is counted, so that each costs its sender a connection.
    headers: { Connection: 'close' },
  })
