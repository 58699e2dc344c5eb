import { createServer } from 'node:net'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { writeJson } from '../src/state/json-file.ts'
import { portsIn, readPorts, requestedPort } from '../src/state/stored-ports.ts'
import { freePort } from './free-port.ts'
import { temporaryFolder } from './temporary-folder.ts'

const occupy = (port: number) =>
  new Promise<void>((resolve) => {
    const server = createServer().listen(port, '127.0.0.1', resolve)
    onTestFinished(() => void server.close())
  })

/** The ports of one start, whose reservation ends with it or with the test. */
const start = async (data: string, report: (line: string) => void = () => undefined) => {
  const ports = await portsIn(data, report)
  onTestFinished(() => ports.release())
  return ports
}

test('a purpose keeps its port from start to start', async () => {
  const data = temporaryFolder()
  const first = await start(data)
  const port = first.of('gateway')
  first.release()
  expect((await start(data)).of('gateway')).toBe(port)
})

test.each([
  ['a port outside of the block', { gateway: 8080 }],
  ['a gap', { gateway: 20_004 }],
])('stored ports with %s are replaced, because an earlier version stored them', async (_, stored) => {
  const data = temporaryFolder()
  writeJson(join(data, 'ports.json'), { reservation: 20_000, ...stored })
  const ports = await start(data)
  const [gateway, releases] = [ports.of('gateway'), ports.of('releases')]
  expect(releases).toBe(gateway + 1)
  expect(readPorts(data)).toEqual({ reservation: gateway - 1, gateway, releases })
})

test('when another program has taken a port, all ports are replaced, and one line says so', async () => {
  const data = temporaryFolder()
  const reported: string[] = []
  const first = await start(data)
  const ports = [first.of('gateway'), first.of('releases')]
  first.release()
  await occupy(ports[0] ?? 0)
  const second = await start(data, (line) => reported.push(line))
  expect([second.of('gateway'), second.of('releases')].filter((port) => ports.includes(port))).toEqual([])
  expect(reported).toEqual([
    expect.stringMatching(/^ {2}another program uses ports from \d+ to \d+: all ports change$/),
  ])
})

test('a block that another system has reserved is replaced with all its ports', async () => {
  const data = temporaryFolder()
  const first = await start(data)
  const before = [first.of('gateway'), first.of('releases')]
  const second = await start(data)
  const after = [second.of('gateway'), second.of('releases')]
  expect(after.filter((port) => before.includes(port))).toEqual([])
})

test('systems that start at the same time choose different ports', async () => {
  const chosen = await Promise.all(
    Array.from({ length: 5 }, async () => {
      const ports = await start(temporaryFolder())
      return Array.from({ length: 20 }, (_, index) => ports.of(`purpose ${index}`))
    }),
  )
  expect(new Set(chosen.flat()).size).toBe(100)
})

test('a requested port that is taken fails with one line', async () => {
  const port = await freePort()
  expect(await requestedPort(String(port))).toBe(port)
  await occupy(port)
  await expect(requestedPort(String(port))).rejects.toThrow(
    `port ${port} is taken by another program: free it or choose another GUIDEBOOK_PORT`,
  )
})
