import type { ServerResponse } from 'node:http'
import { ClientDisconnectedError } from './exchange.ts'

/** Aborts when the client closes its connection before it has the whole answer. */
export function closeSignal(response: ServerResponse): AbortSignal {
  const abort = new AbortController()
  const onClose = () => {
    if (!response.writableFinished) abort.abort(new ClientDisconnectedError('the client disconnected before the end'))
  }
  if (response.destroyed) onClose()
  else response.once('close', onClose)
  return abort.signal
}
