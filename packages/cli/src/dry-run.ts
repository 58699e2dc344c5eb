import { visible } from '@guidebook/client/internal'
import { type AdminRequest, prepare } from './admin/request.ts'
import type { Plan, Result } from './result.ts'

const mask = '••••'

/** Hides what an address may contain: a password, or a key in its query. */
export function maskUrl(address: string): string {
  if (!URL.canParse(address)) return address
  const { protocol, username, password, host, pathname, searchParams } = new URL(address)
  const secret = password !== '' || username !== '' ? `${mask}@` : ''
  const query = [...searchParams.keys()].map((name) => `${name}=${mask}`).join('&')
  return `${protocol}//${secret}${host}${pathname}${query === '' ? '' : `?${query}`}`
}

/** The request exactly as it would be sent, with secrets masked. */
function shownRequest(request: AdminRequest, baseUrl: string) {
  const { url, init } = prepare(request, { baseUrl, authorization: null })
  const body = request.parts.body as { url?: string } | undefined
  return {
    method: init.method,
    url,
    // The mask is not ASCII, so `Headers` would refuse it.
    headers: { authorization: `Bearer ${mask}`, ...Object.fromEntries(init.headers) },
    ...(body && { body: { ...body, ...(body.url !== undefined && { url: maskUrl(body.url) }) } }),
  }
}

/** The result of a dry run. */
export function describePlan({ requests, notes = [] }: Plan, baseUrl: string): Result {
  const shown = requests.map((request) => shownRequest(request, baseUrl))
  return {
    json: { dryRun: true, requests: shown, notes },
    show: (paint) =>
      shown
        .map(({ method, url, headers, body }) =>
          [
            paint('strong', `${method} ${url}`),
            ...Object.entries(headers).map(([name, value]) => `${paint('faint', `${name}:`)} ${value}`),
            ...(body === undefined ? [] : ['', JSON.stringify(body, null, 2).split('\n').map(visible).join('\n')]),
          ].join('\n'),
        )
        .join('\n\n'),
    notes: [...notes, 'Nothing was sent: this was a dry run.'],
  }
}
