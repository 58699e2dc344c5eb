const part = /^[A-Za-z0-9_-][A-Za-z0-9._-]*$/

/** Longest key, characters: the limit of S3, which is also short enough for a path. */
const longest = 1_024
/** Longest part, characters: the limit of common file systems for a file name, minus room for derived names. */
const longestPart = 200

/** Rejects keys that could lead out of the store: `..`, empty parts, parts that begin with a dot, other characters. */
export function checkKey(key: string): string {
  const parts = key.split('/')
  if (key.length > longest || parts.length < 2 || !parts.every((one) => part.test(one) && one.length <= longestPart)) {
    throw new TypeError('not a key of the object store')
  }
  return key
}

/** Checks a prefix like a key; it may end within a part. */
export function checkPrefix(prefix: string): string {
  const parts = prefix.split('/')
  const last = parts.pop() ?? ''
  if (!parts.every((one) => part.test(one)) || (last !== '' && !part.test(last))) {
    throw new TypeError('not a prefix of the object store')
  }
  return prefix
}

export function contentKey(prefix: string, sha256: string, extension = ''): string {
  return checkKey(`${prefix.replace(/\/$/, '')}/${sha256}${extension}`)
}
