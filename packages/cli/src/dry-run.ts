import { headersOf } from './admin/admin.ts'
import type { Connection } from './admin/connection.ts'
import type { AdminRequest } from './admin/request.ts'
import type { Answer, Plan } from './command.ts'
import { visible } from './output/layout.ts'
import { maskedToken } from './output/mask.ts'

/** What would go out, word for word but for secrets. */
function shownRequest(request: AdminRequest, { url }: Connection) {
  const { operation, path, body, shownBody = body } = request
  return {
    method: operation.method,
    url: url + path,
    headers: headersOf(request, maskedToken),
    ...(body === undefined ? {} : { body: shownBody }),
  }
}

/** The answer of a dry run. */
export function describePlan({ requests, notes = [] }: Plan, connection: Connection): Answer {
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
