export interface Answer {
  status: number
  headers: Headers
  text: string
  /** The JSON value; the tests know what to expect in it. */
  // biome-ignore lint/suspicious/noExplicitAny: answers are compared, not reckoned with
  body: any
}

/** Asks for a path; a body that is a string is sent as it is, any other as JSON. */
export type Send = (path: string, body?: unknown, headers?: Record<string, string>) => Promise<Answer>

/** Asks a service as the gateway hands requests on, with the token that `sign` gives. `url` is asked anew each time: replicas may take turns. */
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
