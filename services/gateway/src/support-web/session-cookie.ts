import { valueIn } from '../portal/session-cookie.ts'

const attributes = 'Path=/support; HttpOnly; SameSite=Strict'
const name = 'guidebook-support'
/** Browsers refuse the prefix over http, where support reaches the admin listener through a tunnel. */
const secureName = `__Secure-${name}`

/** The cookie of support's session. Its own path keeps it from the operations under `/admin`, which need a token. */
export const supportCookie = {
  /** `origin`: of the page that signs in. */
  set(token: string, { expiresAt, origin }: { expiresAt: Date; origin: string | undefined }): string {
    const expires = `Expires=${expiresAt.toUTCString()}`
    return origin?.startsWith('https:')
      ? `${secureName}=${token}; ${attributes}; Secure; ${expires}`
      : `${name}=${token}; ${attributes}; ${expires}`
  },
  /** Removes the cookie that the `Cookie` header has. */
  clear: (header: string | undefined): string =>
    valueIn(header, secureName) === ''
      ? `${name}=; ${attributes}; Max-Age=0`
      : `${secureName}=; ${attributes}; Secure; Max-Age=0`,
  /** The token in a `Cookie` header; empty if there is none. */
  read: (header: string | undefined) => valueIn(header, secureName) || valueIn(header, name),
}
