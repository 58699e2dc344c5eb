import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { pipeline } from 'node:stream'
import { MinimumRate, type WatchedTransfer } from '@guidebook/service-kit'
import { eventually } from '@guidebook/service-kit/test'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createSpools, type OpenSpool, type Spool } from '../spool/spool.ts'
import { PacedAnswer } from './paced-answer.ts'

/** More than the buffers of a connection hold. */
const large = Buffer.alloc(10_000_000, 'a large answer; ')

const patient = new MinimumRate({ graceMs: 60_000, bytesPerSecond: 1 })

/** An answer of a real server to a client that reads when the test wants. */
async function startAnswer({ rate, open }: { rate?: MinimumRate; open?: OpenSpool } = {}) {
  const spools: Spool[] = []
  const openFile = open ?? createSpools({ directory: tmpdir(), totalBytes: 1_000_000_000 })
  const openSpool = async () => {
    const spool = await openFile('owner')
    spools.push(spool)
    return spool
  }
  const onCut = vi.fn<(error: Error) => void>()
  const responding = Promise.withResolvers<ServerResponse>()
  const server = createServer((_, response) => responding.resolve(response)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').pause()
  const client = { socket, received: 0 }
  socket.on('error', () => undefined)
  socket.on('data', (chunk) => {
    client.received += chunk.length
  })
  onTestFinished(() => {
    socket.destroy()
    server.close()
  })
  socket.write(`GET / HTTP/1.1\r\nHost: x\r\n\r\n`)
  const response = await responding.promise
  const answer = new PacedAnswer({ response, openSpool, rate: rate ?? patient, onCut })
  // As Koa sends it.
  pipeline(answer, response, () => undefined)
  return {
    answer,
    response,
    client,
    spools,
    onCut,
  }
}

test('an answer to a client that keeps up needs no file', async () => {
  const { answer, client, spools } = await startAnswer()
  client.socket.resume()
  for (let times = 0; times < 50; times++) {
    answer.write(large.subarray(0, 60_000))
    await eventually(() => client.received >= times * 60_000, { everyMs: 1 })
  }
  answer.end()
  await eventually(() => client.received > 50 * 60_000)
  expect(spools).toEqual([])
})

test('an answer is taken at the pace of the service while the client reads nothing, and its file is closed at the end', async () => {
  const { answer, client, spools } = await startAnswer()
  answer.write(large)
  for (let times = 0; times < 10; times++) if (!answer.write(large.subarray(0, 1_000_000))) await once(answer, 'drain')
  answer.end()
  await eventually(() => spools[0]?.size === 10_000_000)
  client.socket.resume()
  await eventually(() => client.received > 20_000_000)
  await eventually(() => answer.closed)
  await expect(spools[0]?.read(0)).rejects.toThrow()
})

test('a client that takes less than the minimum rate is cut', async () => {
  const { answer, response, onCut } = await startAnswer({
    rate: new MinimumRate({ graceMs: 100, bytesPerSecond: 1_000_000_000 }),
  })
  answer.write(large)
  answer.write(large)
  await eventually(() => response.destroyed && answer.closed)
  expect(onCut.mock.calls).toEqual([[expect.objectContaining({ message: 'the client is too slow' })]])
})

test('a client is not watched while it waits for the service', async () => {
  const watched = new Set<WatchedTransfer>()
  const rate = {
    watch: () => {
      const transfer = { bytes: 0 }
      watched.add(transfer)
      return transfer
    },
    unwatch: (transfer: WatchedTransfer) => watched.delete(transfer),
  } as unknown as MinimumRate
  const { answer, client } = await startAnswer({ rate })
  answer.write(large)
  answer.write(large)
  await eventually(() => watched.size === 1)
  client.socket.resume()
  await eventually(() => client.received > 20_000_000)
  await eventually(() => watched.size === 0)
  answer.end('the end')
  await eventually(() => answer.closed && client.received > 20_000_007)
})

test('an answer for which there is no file is cut', async () => {
  const { answer, response, onCut } = await startAnswer({ open: () => Promise.reject(new Error('disk full')) })
  answer.write(large)
  answer.write(large)
  await eventually(() => response.destroyed && answer.closed)
  expect(onCut.mock.calls).toEqual([[expect.objectContaining({ message: 'disk full' })]])
})

test('a client that leaves while the file is opened leaves no open file behind', async () => {
  const opening = Promise.withResolvers<void>()
  const openFile = createSpools({ directory: tmpdir(), totalBytes: 1_000_000_000 })
  const open: OpenSpool = async (owner) => {
    await opening.promise
    return openFile(owner)
  }
  const { answer, client, spools } = await startAnswer({ open })
  answer.write(large)
  answer.write(large)
  client.socket.destroy()
  await eventually(() => answer.closed)
  opening.resolve()
  await eventually(() => spools.length === 1)
  const isClosed = (spool?: Spool) =>
    spool?.read(0).then(
      () => false,
      () => true,
    )
  await eventually(() => isClosed(spools[0]))
})
