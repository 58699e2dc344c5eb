/** A program whose start and stop succeed, fail or hang as environment variables specify. */
import { setTimeout as sleep } from 'node:timers/promises'
import { readSettings } from '../src/config/read-settings.ts'
import { setting } from '../src/config/setting.ts'
import { type RunningService, runMain } from '../src/lifecycle/run-main.ts'

async function start(env: NodeJS.ProcessEnv): Promise<RunningService> {
  const { MODE } = readSettings(
    { MODE: setting.text({ default: 'good' }), PORT: setting.port(), KEY: setting.integer() },
    env,
  )
  if (MODE === 'fails') throw new Error('no database at postgres://user:hunter22@host/db')
  if (MODE === 'hangs at start') await sleep(60_000)
  const work = setInterval(() => undefined, 1_000)
  const stop = async () => {
    if (MODE === 'hangs at stop') await sleep(60_000)
    if (MODE === 'fails at stop') throw new Error('socket stuck')
    clearInterval(work)
  }
  process.stdout.write(`{"umask":"${process.umask().toString(8)}"}\n`)
  if (MODE === 'throws later') setImmediate(() => Promise.reject(new Error('a bug')))
  return { url: 'http://localhost:1', healthUrl: 'http://localhost:2', stop, [Symbol.asyncDispose]: stop }
}

process.stdout.write('{"msg":"starting"}\n')
await runMain('tried', async () => ({ start }))
