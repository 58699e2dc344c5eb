import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { removeDemonstration } from '../src/demo/remove-demonstration.ts'
import { organisations } from '../src/demo/steps/accounts.ts'
import { readDemonstration, writeDemonstration } from '../src/state/description.ts'
import { temporaryFolder } from './temporary-folder.ts'

const [operator, reseller, failed, other, renamed] = [1, 2, 3, 4, 5].map(
  (n) => `01890a5d-ac96-774b-bcce-b302099a805${n}`,
)
const { operator: walks, reseller: market } = organisations
const account = (id = '', email = '', suspension: object | null = null) => ({
  id,
  name: id.slice(-1),
  email,
  suspension,
})
const stored = (id = '') => ({ id, name: '', oid: 'ABC', type: 'operator' as const, key: 'gbk' })
const accounts = [
  account(operator, walks.email),
  // Of a demonstration that failed before it had created a reseller.
  account(failed, walks.email),
  account('removed-before', walks.email, { since: '', reason: '' }),
  account(reseller, market.email),
  account(other, `x${market.email}`),
  // Known from the latest demonstration, and suspended by somebody.
  account(renamed, 'other@operator.example', { since: '', reason: '' }),
]
const release = (link: string, provider = operator, disabled = false) => ({
  link,
  provider: { id: provider },
  disabled,
})

/** Support's operations. The operator's list of releases has two pages. */
function answerTo(method: string, { pathname, searchParams }: URL): [status: number, body?: object] {
  if (pathname === '/admin/accounts') return [200, { items: accounts, nextCursor: null }]
  if (!pathname.endsWith('/releases')) return method === 'DELETE' ? [204] : [200, {}]
  if (pathname.includes(renamed ?? '')) return [200, { items: [release('third', renamed)], nextCursor: null }]
  if (!pathname.includes(operator ?? '')) return [200, { items: [release('first')], nextCursor: null }]
  const isSecond = searchParams.has('cursor')
  const items = isSecond ? [release('second')] : [release('first'), release('closed', operator, true)]
  return [200, { items, nextCursor: isSecond ? null : 'next' }]
}

test('removing the demonstration closes the links of its releases, suspends its accounts, also those of a failed one, and forgets them', async () => {
  const folder = temporaryFolder()
  writeDemonstration(folder, { ranAt: '', accounts: [stored(renamed)], links: [] })
  const changes: string[] = []
  const server = createServer((request, response) => {
    const { method = '' } = request
    const url = new URL(request.url ?? '', 'http://service')
    if (method !== 'GET') changes.push(`${method} ${url.pathname}`)
    const [status, body] = answerTo(method, url)
    request.resume()
    response.writeHead(status, { 'content-type': status < 400 ? 'application/json' : 'application/problem+json' })
    response.end(body && JSON.stringify(body))
  }).listen(0, '127.0.0.1')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  await once(server, 'listening')
  const adminUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  await removeDemonstration({ system: { adminUrl, adminToken: 'token' }, folder, report: () => undefined })
  expect(changes).toEqual([
    `PATCH /admin/releases/${operator}/first/disabled/1`,
    `PATCH /admin/releases/${operator}/second/disabled/1`,
    `DELETE /admin/accounts/${operator}/webhook`,
    `PUT /admin/accounts/${operator}/suspension`,
    `DELETE /admin/accounts/${failed}/webhook`,
    `PUT /admin/accounts/${failed}/suspension`,
    `DELETE /admin/accounts/${reseller}/webhook`,
    `PUT /admin/accounts/${reseller}/suspension`,
    `PATCH /admin/releases/${renamed}/third/disabled/1`,
    `DELETE /admin/accounts/${renamed}/webhook`,
  ])
  expect(readDemonstration(folder)).toBeNull()
})
