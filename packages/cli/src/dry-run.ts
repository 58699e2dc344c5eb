import type { Connection } from './admin/connection.ts'
import { type AdminRequest, prepare } from './admin/request.ts'
import type { Plan, Result } from './command.ts'
import { visible } from './output/layout.ts'
import { maskedToken } from './output/mask.ts'

/** The request exactly as it would be sent, with secrets masked. */
function shownRequest(request: AdminRequest, { url }: Connection) {
  const { url: target, init } = prepare(request, { baseUrl: url, authorization: null })
  const { body } = request.parts
  return {
    method: init.method,
    url: target,
    // The mask is not ASCII, so `Headers` would refuse it.
    headers: { authorization: `Bearer ${maskedToken}`, ...Object.fromEntries(init.headers) },
    ...(body === undefined ? {} : { body: request.shownBody ?? body }),
  }
}

/** The result of a dry run. */
export function describePlan({ requests, notes = [] }: Plan, connection: Connection): Result {
  const shown = requests.map((request) => shownRequest(request, connection))
  return {
    json: { dryRun: true, requests: shown, notes },
    text: (paint) =>
      shown
        .map(({ method, url, headers, body }) =>
          [
            paint.strong(`${method} ${url}`),
            ...Object.entries(headers).map(([name, value]) => `${paint.faint(`${name}:`)} ${value}`),
            ...(body === undefined ? [] : ['', JSON.stringify(body, null, 2).split('\n').map(visible).join('\n')]),
          ].join('\n'),
        )
        .join('\n\n'),
    notes: [...notes, 'Nothing was sent: this was a dry run.'],
  }
}
