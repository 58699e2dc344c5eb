import { execFile } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

const program = join(import.meta.dirname, 'health-check.ts')
let status = 200
const server = createServer(({ url }, response) =>
  response.writeHead(url === '/readyz' ? status : 404).end('{"database":"down"}'),
)
const portOf = () => (server.address() as AddressInfo).port
beforeAll(() => new Promise<void>((done) => server.listen(0, '127.0.0.1', done)))
afterAll(() => server.close())

const check = (port: number) =>
  new Promise<{ code: unknown; output: string }>((done) => {
    const env = { HEALTH_HOST: '0.0.0.0', HEALTH_PORT: String(port) }
    execFile(process.execPath, [program], { env }, (error, output) => done({ code: error?.code ?? 0, output }))
  })

test('the health check of a container has exit code 0 while the service is ready, else 1 and the reason', async () => {
  expect(await check(portOf())).toEqual({ code: 0, output: '' })
  status = 503
  expect(await check(portOf())).toEqual({ code: 1, output: 'not ready: status 503\n{"database":"down"}' })
  const refused = await check(1)
  expect(refused.code).toBe(1)
  expect(refused.output).toContain('not ready: connect ECONNREFUSED 127.0.0.1:1')
})
