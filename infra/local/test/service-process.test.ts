import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { freePort } from '../src/ports.ts'
import { serviceUrl } from '../src/services/environment.ts'
import { startService } from '../src/services/service-process.ts'
import { standInHost } from './stand-in-host.ts'
import { writeStandInServices } from './stand-in-services.ts'
import { temporaryFolder } from './temporary-folder.ts'

test('a service runs with the options of Node that its manifest names', async () => {
  const root = temporaryFolder()
  writeStandInServices(root)
  const port = await freePort(new Set())
  const running = await startService({
    root,
    form: 'source',
    service: 'gateway',
    healthUrl: serviceUrl(port),
    env: { PATH: process.env.PATH ?? '', HEALTH_HOST: '127.0.0.1', HEALTH_PORT: `${port}` },
    log: join(root, 'gateway.log'),
    host: standInHost,
  })
  onTestFinished(running.stop)
  const { execArgv } = (await (await fetch(serviceUrl(port))).json()) as { execArgv: string[] }
  expect(execArgv).toContain('--max-semi-space-size=8')
})
