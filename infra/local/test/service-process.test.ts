import { expect, onTestFinished, test } from 'vitest'
import { serviceUrl } from '../src/services/environment.ts'
import { startService } from '../src/services/service-process.ts'
import { freePort } from './free-port.ts'
import { stubHost } from './stub-host.ts'
import { writeStubServices } from './stub-services.ts'
import { temporaryFolder } from './temporary-folder.ts'

test('a service runs with the Node.js options of its manifest', async () => {
  const root = temporaryFolder()
  writeStubServices(root)
  const port = await freePort()
  const running = await startService(stubHost(root), {
    form: 'source',
    service: 'gateway',
    healthUrl: serviceUrl(port),
    env: { PATH: process.env.PATH ?? '', HEALTH_HOST: '127.0.0.1', HEALTH_PORT: `${port}` },
  })
  onTestFinished(running.stop)
  const { execArgv } = (await (await fetch(serviceUrl(port))).json()) as { execArgv: string[] }
  expect(execArgv).toContain('--max-semi-space-size=8')
})
