import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import type { DemoSystem } from '../src/demo/context.ts'
import { montBlanc } from '../src/demo/data/mont-blanc.ts'
import { runDemonstration } from '../src/demo/run-demonstration.ts'
import { accepts } from '../src/processes/wait-for.ts'
import { receiverCertificate } from '../src/services/certificate.ts'
import { freePort } from './free-port.ts'
import { temporaryFolder } from './temporary-folder.ts'

/** All that any response of the first steps has. */
const answer = {
  id: '01890a5d-ac96-774b-bcce-b302099a8057',
  name: 'Alpine Walks',
  oid: 'ABC',
  key: 'gbk_live_key',
  secret: `whsec_${Buffer.from('a'.repeat(32)).toString('base64')}`,
}

/** Runs a demonstration on a stub of the system that refuses this path. */
async function demonstrate(refused: string, signal?: AbortSignal) {
  const paths: string[] = []
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '', 'http://service')
    paths.push(pathname)
    request.resume()
    const problem = { code: 'invalid-field', title: 'Invalid', detail: 'refused', errors: [] }
    const [status, body] = pathname.endsWith(refused) ? [422, problem] : [200, answer]
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  }).listen(0, '127.0.0.1')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const folder = temporaryFolder()
  const port = await freePort()
  const system: DemoSystem = {
    baseUrl: url,
    adminUrl: url,
    adminToken: 'token',
    mail: { importAddress: '', smtpUrl: '', smtpPassword: null, page: null },
    webhookReceiver: { port, morePorts: [], ...(await receiverCertificate(folder)) },
  }
  const options = { system, data: montBlanc, folder, report: () => undefined, ...(signal && { signal }) }
  const failure = await runDemonstration(options).catch((error: unknown) => error)
  return { failure, paths, port }
}

test.each([
  ['the import is configured', '/import', 'import of booking files'],
  ['the keys are tried', '/account', 'both keys'],
  ['the libraries are created', '/content/library', 'four libraries'],
])('after a failure when %s, no receiver of webhooks keeps the process running', async (_, refused, step) => {
  const { failure, port } = await demonstrate(refused)
  expect(failure).toMatchObject({ message: expect.stringContaining(step) })
  expect(await accepts(port)).toBe(false)
})

test('a request to stop before the first step sends nothing', async () => {
  const signal = AbortSignal.abort()
  const { failure, paths } = await demonstrate('/import', signal)
  expect(failure).toBe(signal.reason)
  expect(paths).toEqual([])
})
