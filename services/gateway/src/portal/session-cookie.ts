/**
 * The cookie of a session. `Strict`: no request that another site starts carries it. The portal's pages are served without it, and what they
 * load comes from themselves, so links from mails work all the same.
 */
export function createSessionCookie(publicUrl: string) {
  const secure = publicUrl.startsWith('https:')
  // The prefix makes browsers refuse the cookie over http. `__Host-` would not allow the path.
  const name = `${secure ? '__Secure-' : ''}guidebook-session`
  const attributes = `Path=/portal; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`
  /** `Lax`: the provider's redirect, which another site starts, must carry it. */
  const attemptName = `${secure ? '__Secure-' : ''}guidebook-openid`
  const attemptAttributes = `Path=/portal/sign-in; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`
  return {
    /** Ties the response of an OpenID provider to the browser that asked for it. */
    attempt: {
      set: (secret: string) => `${attemptName}=${secret}; ${attemptAttributes}; Max-Age=600`,
      read: (header: string | undefined) => valueIn(header, attemptName),
    },
    /** The value of `Set-Cookie`. It ends with the browser at the latest when the session does. */
    set: (token: string, expiresAt: Date) => `${name}=${token}; ${attributes}; Expires=${expiresAt.toUTCString()}`,
    clear: `${name}=; ${attributes}; Max-Age=0`,
    /** The token in a `Cookie` header; empty if there is none. */
    read: (header: string | undefined) => valueIn(header, name),
  }
}

/** The value of a cookie in a `Cookie` header; empty if there is none. */
export function valueIn(header: string | undefined, name: string): string {
  for (const pair of header?.split(';') ?? []) {
    const [key, value = ''] = pair.trim().split('=', 2)
    if (key === name) return value
  }
  return ''
}
