const part = /^[A-Za-z0-9_-][A-Za-z0-9._-]*$/

/** Longest key in characters: what S3 allows, and what a folder's path can bear. */
const longest = 1_024
/** A part is a file's name: what common file systems allow, less room for the names we derive from it. */
const longestPart = 200

/** Refuses keys that could lead elsewhere than below the store: `..`, empty parts, parts that begin with a dot, foreign characters. */
export function checkKey(key: string): string {
  const parts = key.split('/')
  if (key.length > longest || parts.length < 2 || !parts.every((one) => part.test(one) && one.length <= longestPart)) {
    throw new TypeError('not a key of the object store')
  }
  return key
}

/** A prefix may end anywhere within a key, but holds no part that a key could not hold. */
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
