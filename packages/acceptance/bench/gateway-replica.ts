import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, readlinkSync } from 'node:fs'
import { createServer } from 'node:net'
import { eventually } from '../src/eventually.ts'
import { processOf } from '../src/process-memory.ts'
import type { Description } from '../src/running-system.ts'

/** A second gateway of the system. */
export const startGatewayReplica = (system: Description) => startReplica(system, 'gateway')

/** A second process of a service: the same program with the same environment, at other ports. */
export const startReplica = async (system: Description, service: string) => {
  const pid = processOf(system, service)
  const entries = (file: string) => readFileSync(`/proc/${pid}/${file}`, 'utf8').split('\0').slice(0, -1)
  const [program = '', ...args] = entries('cmdline')
  const environment = Object.fromEntries(
    entries('environ').map((entry) => [entry.slice(0, entry.indexOf('=')), entry.slice(entry.indexOf('=') + 1)]),
  )
  const port = await freePort()
  const healthPort = await freePort()
  const ports = {
    HTTP_PORT: `${port}`,
    HEALTH_PORT: `${healthPort}`,
    // Of gateways only.
    INTERNAL_PORT: `${await freePort()}`,
    ADMIN_PORT: `${await freePort()}`,
  }
  const child = spawn(program, args, {
    cwd: readlinkSync(`/proc/${pid}/cwd`),
    env: { ...environment, ...ports },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const ended = once(child, 'exit')
  const baseUrl = `http://127.0.0.1:${port}`
  const stop = async () => {
    child.kill('SIGTERM')
    await ended
  }
  try {
    await eventually(`the second ${service}`, 60_000, async () => {
      if (child.exitCode !== null) throw new Error(`the second ${service} ended (${child.exitCode})`)
      return await isReady(`http://127.0.0.1:${healthPort}`)
    })
  } catch (error) {
    await stop()
    throw error
  }
  return { baseUrl, pid: child.pid as number, [Symbol.asyncDispose]: stop }
}

const isReady = async (healthUrl: string): Promise<boolean> => {
  try {
    return (await fetch(`${healthUrl}/readyz`)).ok
  } catch {
    // It is not listening yet.
    return false
  }
}

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  if (address === null || typeof address === 'string') throw new Error('no port')
  return address.port
}
