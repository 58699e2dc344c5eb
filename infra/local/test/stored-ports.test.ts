import { createServer } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { portsIn } from '../src/state/stored-ports.ts'
import { temporaryFolder } from './temporary-folder.ts'

const occupy = (port: number) =>
  new Promise<void>((resolve) => {
    const server = createServer().listen(port, '127.0.0.1', resolve)
    onTestFinished(() => void server.close())
  })

test('a purpose keeps its port from start to start', async () => {
  const data = temporaryFolder()
  const port = await portsIn(data, () => undefined).of('gateway')
  expect(await portsIn(data, () => undefined).of('gateway')).toBe(port)
})

test('a port that another program has taken is replaced, and one line says so', async () => {
  const data = temporaryFolder()
  const reported: string[] = []
  const port = await portsIn(data, () => undefined).of('gateway')
  await occupy(port)
  const other = await portsIn(data, (line) => reported.push(line)).of('gateway')
  expect(other).not.toBe(port)
  expect(reported).toEqual([`  port ${port} is taken by another program: gateway moves to ${other}`])
})

test('a requested port that is taken fails with one line', async () => {
  const data = temporaryFolder()
  const ports = portsIn(data, () => undefined)
  const port = await ports.of('anything')
  await occupy(port)
  await expect(ports.exactly('gateway', port)).rejects.toThrow(
    `port ${port} is taken by another program: free it or choose another for gateway`,
  )
})

test('ports that are chosen in parallel differ', async () => {
  const ports = portsIn(temporaryFolder(), () => undefined)
  const found = await Promise.all(Array.from({ length: 20 }, (_, index) => ports.of(`purpose ${index}`)))
  expect(new Set(found).size).toBe(20)
})
