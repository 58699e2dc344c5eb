import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brokerDefinitions } from '@guidebook/deployment'
import { expect, test } from 'vitest'
import { startRabbitmqContainer } from '../src/servers/rabbitmq-container.ts'
import { freePort } from './free-port.ts'
import { stubHost } from './stub-host.ts'
import { temporaryFolder } from './temporary-folder.ts'

/** A stub engine that records its calls and whose containers end at once. */
function stubEngine(): { engine: string; calls: () => string[] } {
  const folder = temporaryFolder()
  const engine = join(folder, 'engine')
  writeFileSync(engine, `#!/bin/sh\necho "$@" >> ${folder}/calls\n`)
  chmodSync(engine, 0o755)
  return { engine, calls: () => readFileSync(join(folder, 'calls'), 'utf8').trim().split('\n') }
}

test('a container listens on this machine only, has our users, and is removed when it ends', async () => {
  const { engine, calls } = stubEngine()
  const amqp = await freePort()
  const options = {
    ports: { amqp, distribution: 0, epmd: 0 },
    definitions: brokerDefinitions({ passwords: { gateway: 'secret' } }),
    administrator: { name: 'local', password: 'x' },
  }
  await expect(startRabbitmqContainer(stubHost(temporaryFolder()), engine, options)).rejects.toThrow(
    'rabbitmq ended while starting',
  )
  const [before, started = '', after] = calls()
  const [name = ''] = /guidebook-rabbitmq-[0-9a-f]{12}/.exec(started) ?? []
  expect([before, after]).toEqual([`rm --force ${name}`, `rm --force ${name}`])
  expect(started).toContain(`run --rm --name ${name}`)
  expect(started).toContain(`--publish 127.0.0.1:${amqp}:5672`)
  const [mounted = ''] = /\S+(?=:\/etc\/rabbitmq\/definitions\.json:ro)/.exec(started) ?? []
  const { users, vhosts } = JSON.parse(readFileSync(mounted, 'utf8'))
  expect([users[0].name, vhosts]).toEqual(['gateway', [{ name: 'guidebook' }]])
  expect(readFileSync(mounted, 'utf8')).not.toContain('secret')
})
