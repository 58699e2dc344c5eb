import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { type ZipEntry, zip } from './zip.ts'

const stream = (name: string, open: () => Promise<Readable>): ZipEntry => ({
  name,
  content: { bytes: 3, open },
  compress: false,
})
const entries = (): ZipEntry[] => [
  { name: 'stage-1.gpx', content: Buffer.from('<gpx/>'.repeat(1000)), compress: true },
  stream('picture.jpg', async () => Readable.from([Buffer.from('abc')])),
]

test('equal entries give equal archives', async () => {
  const [one, other] = [await buffer(zip(entries())), await buffer(zip(entries()))]
  expect(one.equals(other)).toBe(true)
  expect(one.subarray(0, 4).toString('latin1')).toBe('PK\x03\x04')
  expect(one.length).toBeLessThan(500)
})

test('an archive does not depend on the time zone', async () => {
  const bytes = await buffer(zip(entries()))
  // Time and date of the first local header: midnight of 1980-01-01.
  expect(bytes.readUInt16LE(10)).toBe(0)
  expect(bytes.readUInt16LE(12)).toBe((1 << 5) | 1)
})

test('a file that cannot be opened, breaks off or has another size fails the archive', async () => {
  await expect(buffer(zip([stream('a', () => Promise.reject(new Error('gone')))]))).rejects.toThrow('gone')
  const broken = () => new Readable({ read: (): void => undefined }).destroy(new Error('broken off'))
  await expect(buffer(zip([stream('a', async () => broken())]))).rejects.toThrow('broken off')
  await expect(buffer(zip([stream('a', async () => Readable.from([Buffer.from('ab')]))]))).rejects.toThrow()
})
