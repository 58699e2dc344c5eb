import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { removeDemonstration } from '../src/demo/remove-demonstration.ts'
import { readDemonstration, writeDemonstration } from '../src/state/description.ts'
import { temporaryFolder } from './temporary-folder.ts'

const [operator, reseller, removed] = [1, 2, 3].map((n) => `01890a5d-ac96-774b-bcce-b302099a805${n}`)
const account = (id = '') => ({ id, name: id.slice(-1), oid: 'ABC', type: 'operator' as const, key: 'gbk' })
const release = (link: string, provider = operator, disabled = false) => ({
  link,
  provider: { id: provider },
  disabled,
})

/** Support's operations for two accounts. The operator's list of releases has two pages. */
function answerTo(method: string, url: URL): [status: number, body?: object] {
  if (url.pathname.includes(removed ?? '')) return [404, { status: 404, code: 'not-found', title: 'Not found' }]
  if (!url.pathname.endsWith('/releases')) return method === 'DELETE' ? [204] : [200, {}]
  if (url.pathname.includes(reseller ?? '')) return [200, { items: [release('first')], nextCursor: null }]
  const isSecond = url.searchParams.has('cursor')
  const items = isSecond ? [release('second')] : [release('first'), release('closed', operator, true)]
  return [200, { items, nextCursor: isSecond ? null : 'next' }]
}

test('removing the demonstration closes the links of its releases, suspends its accounts and forgets them', async () => {
  const folder = temporaryFolder()
  writeDemonstration(folder, { ranAt: '', accounts: [operator, reseller, removed].map(account), links: [] })
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
    `DELETE /admin/accounts/${reseller}/webhook`,
    `PUT /admin/accounts/${reseller}/suspension`,
  ])
  expect(readDemonstration(folder)).toBeNull()
})
