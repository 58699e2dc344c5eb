import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { createConnection, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import { Type } from 'typebox'
import { describe, expect, test, vi } from 'vitest'
import type { HealthCheck } from '../../src/health.ts'
import { route } from '../../src/index.ts'
import { operation, rawExchange, testApp, testHealth } from './test-app.ts'

const slow = operation({
  method: 'GET',
  path: '/slow',
  responses: { 200: { description: 'Fine.', body: Type.Object({ ok: Type.Boolean() }) } },
})

describe('health', () => {
  const good: HealthCheck = { name: 'database', check: async () => undefined }

  test('/livez is 200 while the process runs', async () => {
    await using app = await testHealth([])
    const response = await app.fetch('/livez')
    expect([response.status, await response.json()]).toEqual([200, { status: 'up' }])
  })

  test('/readyz lists every dependency, and is 503 when one is down', async () => {
    let broken = true
    const broker: HealthCheck = {
      name: 'broker',
      check: async () => {
        if (broken) throw new Error('amqp://user:secret@host is unavailable')
      },
    }
    await using app = await testHealth([good, broker])
    const down = await app.fetch('/readyz')
    expect([down.status, await down.json()]).toEqual([
      503,
      { status: 'down', checks: { database: 'up', broker: 'down' } },
    ])
    await app.fetch('/readyz')
    broken = false
    const up = await app.fetch('/readyz')
    expect([up.status, await up.json()]).toEqual([200, { status: 'up', checks: { database: 'up', broker: 'up' } }])
    const news = app.lines.filter(({ check }) => check === 'broker').map(({ msg }) => msg)
    expect(news).toEqual(['health check is down', 'health check is up again'])
    expect(JSON.stringify(app.lines)).not.toContain('secret')
  })

  test('a check that hangs is down after its time-out', async () => {
    const hanging: HealthCheck = { name: 'object store', check: () => new Promise(() => undefined) }
    await using app = await testHealth([good, hanging], { checkDeadlineMs: 5 })
    expect(await (await app.fetch('/readyz')).json()).toMatchObject({
      checks: { database: 'up', 'object store': 'down' },
    })
  })

  test('/readyz returns facts of a dependency, whether it is up or down, and omits those that fail', async () => {
    const mailbox: HealthCheck = {
      name: 'mailbox',
      check: () => Promise.reject(new Error('unavailable')),
      facts: async () => ({ lastPoll: null, unhandled: 3 }),
    }
    const failing: HealthCheck = {
      ...good,
      name: 'object store',
      facts: () => Promise.reject(new Error('unavailable')),
    }
    const hanging: HealthCheck = { ...good, name: 'broker', facts: () => new Promise<never>(() => undefined) }
    await using app = await testHealth([good, mailbox, failing, hanging], { checkDeadlineMs: 5 })
    expect(await (await app.fetch('/readyz')).json()).toEqual({
      status: 'down',
      checks: { database: 'up', mailbox: 'down', 'object store': 'up', broker: 'up' },
      facts: { mailbox: { lastPoll: null, unhandled: 3 } },
    })
  })

  test('/readyz is 503 while the service accepts no requests, even when all checks pass', async () => {
    await using app = await testHealth([good], { isServing: () => false })
    const response = await app.fetch('/readyz')
    expect([response.status, await response.json()]).toEqual([503, { status: 'draining', checks: { database: 'up' } }])
  })

  test('is not on the listener for operations', async () => {
    await using app = await testApp([])
    for (const path of ['/livez', '/readyz', '/metrics']) expect((await app.fetch(path)).status).toBe(404)
  })

  test('/metrics counts requests by the template of their route', async () => {
    const item = operation({ method: 'GET', path: '/metered/{id}', responses: { 204: { description: 'Nothing.' } } })
    await using app = await testApp([route(item, async () => ({ status: 204 }))])
    await using health = await testHealth([])
    await app.fetch('/metered/secretsecretsecret')
    expect(await (await health.fetch('/metrics')).text()).toMatch(/^nodejs_eventloop_delay_max_seconds \d/m)
    await vi.waitFor(
      async () => {
        const text = await (await health.fetch('/metrics')).text()
        expect(text).toMatch(/^http_server_request_duration_seconds_count\{.*http_route="\/metered\/\{id\}".*\} 1$/m)
        expect(text).not.toContain('secretsecretsecret')
      },
      { timeout: 60_000 },
    )
  })
})

describe('input that Node would respond to by itself', () => {
  const receive = async (...lines: string[]) => {
    await using app = await testApp([])
    const answer = await rawExchange(app.port, [...lines, '', ''].join('\r\n'))
    return { answer, lines: app.lines }
  }

  test('gets a problem document and is logged when the parser refuses it', async () => {
    const { answer, lines } = await receive('GET /a b HTTP/1.1', 'Host: x')
    expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/)
    expect(answer).toContain('"type":"https://guide.example/docs/errors/malformed-request"')
    expect(lines).toContainEqual(expect.objectContaining({ code: 'malformed-request', status: 400 }))
  })

  test('is refused without a Host header', async () => {
    const { answer } = await receive('GET / HTTP/1.1')
    expect(answer).toContain('"detail":"The header Host is missing."')
    expect(answer).toContain('Connection: close')
  })

  test('is handled like any other request when its Expect header is unknown', async () => {
    const { answer } = await receive('GET /nothing HTTP/1.1', 'Host: x', 'Expect: something', 'Connection: close')
    expect(answer).toMatch(/^HTTP\/1\.1 404 /)
  })

  test('closes the connection when a response has begun, instead of adding to it', async () => {
    const endless = operation({
      method: 'GET',
      path: '/endless',
      responses: { 200: { description: 'Bytes.', contentType: 'text/plain' } },
    })
    const reply = async () => ({ status: 200 as const, stream: Readable.from(endlessly()) })
    await using app = await testApp([route(endless, reply)])
    const answer = await rawExchange(app.port, 'GET /endless HTTP/1.1\r\nHost: x\r\n\r\n', 'not HTTP\r\n\r\n')
    expect(answer).toMatch(/^HTTP\/1\.1 200 /)
    expect(answer).not.toContain('HTTP/1.1 400')
  })
})

async function* endlessly(): AsyncGenerator<string> {
  for (;;) {
    yield 'x'
    await new Promise((resolve) => setImmediate(resolve))
  }
}

describe('stopping', () => {
  function get(port: number, path: string, agent: Agent): Promise<{ status: number; connection: string | undefined }> {
    return new Promise((resolve, reject) => {
      const sent = request({ port, host: '127.0.0.1', path, agent }, (response) => {
        response
          .resume()
          .on('end', () => resolve({ status: response.statusCode ?? 0, connection: response.headers.connection }))
      })
      sent.on('error', reject).end()
    })
  }

  test('waits for running requests, closes their connections, accepts no new ones and closes idle ones', async () => {
    const entered = Promise.withResolvers<void>()
    const finish = Promise.withResolvers<void>()
    const app = await testApp([
      route(slow, async () => {
        entered.resolve()
        await finish.promise
        return { status: 200, body: { ok: true } }
      }),
    ])
    const agent = new Agent({ keepAlive: true })
    expect((await get(app.port, '/nothing', agent)).connection).toBe('keep-alive')
    const running = get(app.port, '/slow', new Agent({ keepAlive: true }))
    await entered.promise
    let isStopped = false
    const stopped = app.stop().then(() => {
      isStopped = true
    })
    await expect(get(app.port, '/slow', new Agent())).rejects.toThrow('ECONNREFUSED')
    expect(isStopped).toBe(false)
    finish.resolve()
    expect(await running).toEqual({ status: 200, connection: 'close' })
    await stopped
    agent.destroy()
  })

  test('does not wait for a connection that has sent nothing', async () => {
    const app = await testApp([], { drainMs: 60_000 })
    const unused = createConnection(app.port, '127.0.0.1')
    await once(unused, 'connect')
    await app.stop()
    unused.destroy()
  })

  test('aborts unfinished requests and their handlers after the time-out', async () => {
    const entered = Promise.withResolvers<AbortSignal>()
    const app = await testApp(
      [
        route(slow, async ({ signal }) => {
          entered.resolve(signal)
          await new Promise((resolve) => signal.addEventListener('abort', resolve))
          return { status: 200, body: { ok: true } }
        }),
      ],
      { drainMs: 20 },
    )
    const cut = expect(get(app.port, '/slow', new Agent())).rejects.toThrow()
    const signal = await entered.promise
    await app.stop()
    await cut
    await vi.waitFor(() => expect(signal.aborted).toBe(true), { timeout: 60_000 })
  })

  test('a port in use fails the start', async () => {
    await using app = await testApp([])
    await expect(testApp([], { port: app.port })).rejects.toThrow('EADDRINUSE')
  })
})

describe('connections', () => {
  const ok = route(slow, async () => ({ status: 200, body: { ok: true } }))
  const connectTo = async (port: number): Promise<Socket> => {
    const socket = createConnection(port, '127.0.0.1')
    socket.on('error', () => undefined)
    await once(socket, 'connect')
    return socket
  }
  /** Whether the server responds on the connection; false when it closes it. */
  const isServed = async (socket: Socket): Promise<boolean> => {
    if (socket.closed) return false
    socket.write('GET /livez HTTP/1.1\r\nHost: x\r\n\r\n')
    return Promise.race([once(socket, 'data').then(() => true), once(socket, 'close').then(() => false)])
  }

  test('of one client beyond its maximum are closed until another of its connections ends', async () => {
    let owner = 'a'
    const connections = { total: 1_000, perOwner: { most: 2, ownerOf: () => owner } }
    await using app = await testApp([ok], { connections })
    const [first, second, third] = [await connectTo(app.port), await connectTo(app.port), await connectTo(app.port)]
    expect([await isServed(first), await isServed(second), await isServed(third)]).toEqual([true, true, false])
    owner = 'b'
    const other = await connectTo(app.port)
    expect(await isServed(other)).toBe(true)
    owner = 'a'
    first.destroy()
    await vi.waitFor(
      async () => {
        const again = await connectTo(app.port)
        const served = await isServed(again)
        again.destroy()
        expect(served).toBe(true)
      },
      { timeout: 60_000 },
    )
    for (const socket of [second, other]) socket.destroy()
  })

  test('beyond the total are closed', async () => {
    await using app = await testApp([ok], { connections: { total: 1 } })
    const [first, second] = [await connectTo(app.port), await connectTo(app.port)]
    expect([await isServed(first), await isServed(second)]).toEqual([true, false])
    first.destroy()
  })

  const large = operation({
    method: 'GET',
    path: '/large',
    responses: { 200: { description: 'Bytes.', contentType: 'application/octet-stream' } },
  })
  const bytes = route(large, async () => ({ status: 200, body: Buffer.alloc(20_000_000) as never }))

  test('are closed when the client stops reading its response', async () => {
    await using app = await testApp([bytes], { answerStallMs: 100 })
    const socket = await connectTo(app.port)
    socket.pause()
    socket.write('GET /large HTTP/1.1\r\nHost: x\r\n\r\n')
    await vi.waitFor(
      () => expect(app.lines).toContainEqual(expect.objectContaining({ route: '/large', aborted: true })),
      { timeout: 60_000 },
    )
    socket.destroy()
  })

  test('stay open while the client waits for its response, however long', async () => {
    const finish = Promise.withResolvers<void>()
    const late = route(slow, async () => {
      await finish.promise
      return { status: 200, body: { ok: true } }
    })
    await using app = await testApp([late], { answerStallMs: 50 })
    const asked = app.fetch('/slow')
    const since = performance.now()
    await vi.waitFor(() => expect(performance.now() - since).toBeGreaterThan(300), { timeout: 60_000 })
    finish.resolve()
    expect((await asked).status).toBe(200)
  })
})

describe('pipelined requests', () => {
  const pipelined = (path: string, times: number) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`.repeat(times)

  test('are handled one after the other, and all get responses', async () => {
    let underWay = 0
    let most = 0
    const counted = route(slow, async () => {
      most = Math.max(most, ++underWay)
      await new Promise(setImmediate)
      underWay--
      return { status: 200, body: { ok: true } }
    })
    await using app = await testApp([counted])
    const last = 'GET /slow HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'
    const answers = await rawExchange(app.port, pipelined('/slow', 49) + last)
    expect(answers.match(/HTTP\/1\.1 200 /g)).toHaveLength(50)
    expect(most).toBe(1)
  })

  test('after one that closes the connection are ignored', async () => {
    const handled: string[] = []
    const counted = route(slow, async () => {
      handled.push('slow')
      return { status: 200, body: { ok: true } }
    })
    await using app = await testApp([counted])
    const answers = await rawExchange(app.port, pipelined('/slow#x', 1) + pipelined('/slow', 50))
    expect(answers.match(/HTTP\/1\.1 \d+ /g)).toEqual(['HTTP/1.1 400 '])
    expect(handled).toEqual([])
  })

  test('of which too many wait close the connection', async () => {
    const finish = Promise.withResolvers<void>()
    let handled = 0
    const late = route(slow, async () => {
      handled++
      await finish.promise
      return { status: 200, body: { ok: true } }
    })
    await using app = await testApp([late])
    // The connection may be reset, because the server leaves bytes unread.
    const exchange = rawExchange(app.port, pipelined('/slow', 5_000)).catch(({ code }: NodeJS.ErrnoException) => code)
    const outcome = await exchange
    finish.resolve()
    expect(['', 'ECONNRESET', 'EPIPE']).toContain(outcome)
    expect(handled).toBe(1)
  })

  test('that are malformed do not break the response before them', async () => {
    const finish = Promise.withResolvers<void>()
    const late = route(slow, async () => {
      await finish.promise
      return { status: 200, body: { ok: true } }
    })
    await using app = await testApp([late])
    const exchange = rawExchange(app.port, `${pipelined('/slow', 2)}no HTTP\r\n\r\n`)
    await exchange.finally(() => finish.resolve())
    expect(await exchange).toBe('')
  })
})
