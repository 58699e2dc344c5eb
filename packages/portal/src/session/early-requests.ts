/** Requests of the first page that a browser sends while it still loads the code that reads the responses. Each response is used once. */
const waiting = new Map<string, Promise<Response>>()

/** A page that takes longer to load asks again. Milliseconds. */
const lifetime = 30_000

const keyOf = (url: string, account: string | null) => `${account ?? ''} ${url}`

/** Sends a GET below this origin, with the session's cookie. `onResponse` gets a copy of the response before any page does. */
export function requestEarly(
  path: string,
  { account = null, onResponse }: { account?: string | null; onResponse?: (response: Response) => Promise<void> } = {},
): void {
  const url = `${location.origin}${path}`
  const headers = account === null ? {} : { 'guidebook-account': account }
  const sent = fetch(url, { headers, redirect: 'manual', signal: AbortSignal.timeout(lifetime) })
  const response =
    onResponse === undefined ? sent : sent.then((received) => onResponse(received.clone()).then(() => received))
  // The page that uses the response reports the failure.
  response.catch(() => undefined)
  waiting.set(keyOf(url, account), response)
}

/** Like `fetch`, with the response to the same early request if there is one. A change makes all of them out of date. */
export const fetchOrTakeEarly: typeof fetch = (input, init) => {
  if ((init?.method ?? 'GET') !== 'GET' || performance.now() > lifetime) waiting.clear()
  const key = keyOf(String(input), new Headers(init?.headers).get('guidebook-account'))
  const early = waiting.get(key)
  waiting.delete(key)
  return early ?? fetch(input, init)
}
