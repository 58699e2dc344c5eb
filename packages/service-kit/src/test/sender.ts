export interface Answer {
  status: number
  headers: Headers
  text: string
  /** The JSON value. */
  // biome-ignore lint/suspicious/noExplicitAny: tests only compare the value
  body: any
}

/** Requests a path. A string is sent as body unchanged, anything else as JSON. */
export type Send = (path: string, body?: unknown, headers?: Record<string, string>) => Promise<Answer>

/**
 * Sends requests to a service like the gateway, with a token from `sign`. `url` is called for each request, since replicas may
 * alternate.
 */
export const sender =
  (url: () => string, sign: () => Promise<string>) =>
  (method: string): Send =>
  async (path, body, headers = {}) => {
    const response = await fetch(url() + path, {
      method,
      headers: { authorization: `Bearer ${await sign()}`, 'content-type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const text = await response.text()
    const isJson = /json/.test(response.headers.get('content-type') ?? '')
    return {
      status: response.status,
      headers: response.headers,
      text,
      body: isJson && text !== '' ? JSON.parse(text) : undefined,
    }
  }
