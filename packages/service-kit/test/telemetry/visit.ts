import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createInterface } from 'node:readline'
import { bareEnvironment } from '../../src/test/bare-environment.ts'

/** Part of the request's path, like the secret of a Trip Link. */
export const link = 'secretsecretsecret'

export interface Visit {
  /** The responses of the page. */
  bodies: { here: string; there: string; thirdParty: string }[]
  /** The output of the program. */
  output: string
  /** The response of `/metrics`. */
  metrics: string
}

const running = new Set<ChildProcess>()

export function endVisits(): void {
  for (const child of running) child.kill('SIGKILL')
}

/** Runs the program, requests its page once with each of the headers, reads its metrics and ends it. */
export async function visit(
  program: string,
  env: Record<string, string>,
  visitors: readonly Record<string, string>[],
): Promise<Visit> {
  await using other = await startOther()
  const servers = { TEST_OTHER_URL: other.url, TEST_POSTGRES_URL: process.env.TEST_POSTGRES_URL }
  const child = spawn(process.execPath, [program], {
    env: { ...bareEnvironment(), ...servers, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running.add(child)
  let output = ''
  child.stderr.on('data', (chunk) => {
    output += chunk
  })
  const ready = Promise.withResolvers<{ address: string; health: string }>()
  let health = ''
  createInterface({ input: child.stdout }).on('line', (line) => {
    output += `${line}\n`
    if (!line.startsWith('{"level"')) return
    const entry = JSON.parse(line)
    health = entry.health ?? health
    if (entry.msg === 'ready') ready.resolve({ address: entry.address, health })
  })
  child.on('exit', () => ready.reject(new Error(`ended before it was ready:\n${output}`)))
  const listeners = await ready.promise
  const bodies: Visit['bodies'] = []
  for (const headers of visitors) {
    const response = await fetch(`${listeners.address}/t/${link}`, { headers })
    bodies.push((await response.json()) as Visit['bodies'][number])
  }
  const metrics = await (await fetch(`${listeners.health}/metrics`)).text()
  child.kill('SIGTERM')
  const [code] = await once(child, 'close')
  running.delete(child)
  if (code !== 0) throw new Error(`ended with ${code}:\n${output}`)
  return { bodies, output, metrics }
}

/** The server that the program calls: it returns the `traceparent` that it receives, and 404 where the path says so. */
async function startOther() {
  const server = createServer((request, response) => {
    response.statusCode = request.url?.startsWith('/refused/') ? 404 : 200
    response.end(request.headers.traceparent ?? '')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
