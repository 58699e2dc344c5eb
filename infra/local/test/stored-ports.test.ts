import { createServer } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { portsIn } from '../src/state/stored-ports.ts'
import { temporaryFolder } from './temporary-folder.ts'

const occupy = (port: number) =>
  new Promise<void>((resolve) => {
    const server = createServer().listen(port, '127.0.0.1', resolve)
    onTestFinished(() => void server.close())
  })

/** The ports of one start, whose reservation ends with it or with the test. */
const start = (data: string, report: (line: string) => void = () => undefined) => {
  const ports = portsIn(data, report)
  onTestFinished(() => ports.release())
  return ports
}

test('a purpose keeps its port from start to start', async () => {
  const data = temporaryFolder()
  const first = start(data)
  const port = await first.of('gateway')
  first.release()
  expect(await start(data).of('gateway')).toBe(port)
})

test('a port that another program has taken is replaced, and one line says so', async () => {
  const data = temporaryFolder()
  const reported: string[] = []
  const first = start(data)
  const port = await first.of('gateway')
  first.release()
  await occupy(port)
  const other = await start(data, (line) => reported.push(line)).of('gateway')
  expect(other).not.toBe(port)
  expect(reported).toEqual([`  port ${port} is taken by another program: gateway moves to ${other}`])
})

test('a block that another system has reserved is replaced with all its ports', async () => {
  const data = temporaryFolder()
  const first = start(data)
  const before = [await first.of('gateway'), await first.of('releases')]
  const second = start(data)
  const after = [await second.of('gateway'), await second.of('releases')]
  expect(after.filter((port) => before.includes(port))).toEqual([])
})

test('systems that start at the same time choose different ports', async () => {
  const chosen = await Promise.all(
    Array.from({ length: 5 }, async () => {
      const ports = start(temporaryFolder())
      return Promise.all(Array.from({ length: 20 }, (_, index) => ports.of(`purpose ${index}`)))
    }),
  )
  expect(new Set(chosen.flat()).size).toBe(100)
})

test('a requested port that is taken fails with one line', async () => {
  const data = temporaryFolder()
  const ports = start(data)
  const port = await ports.of('anything')
  await occupy(port)
  await expect(ports.exactly('gateway', port)).rejects.toThrow(
    `port ${port} is taken by another program: free it or choose another for gateway`,
  )
})
