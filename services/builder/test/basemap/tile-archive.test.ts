import { readFile } from 'node:fs/promises'
import { gzipSync } from 'node:zlib'
import type { Fetcher } from '@guidebook/service-kit/outbound'
import { TileType } from 'pmtiles'
import { expect, test } from 'vitest'
import { mostArchiveBytes, tileArchive } from '../../src/basemap/archive.ts'
import { anArchive, area } from './made-up-archive.ts'

/** After the header is the directory that has the tile. */
const leafOffset = 127

/** An archive with the tile 13/4400/2900, whose directory is a leaf. The root directory is at the end; `rootOf` gets the length of the leaf. */
async function bytesWithRoot(rootOf: (leafBytes: number) => Uint8Array): Promise<Buffer> {
  const bytes = await readFile(await anArchive([[13, 4400, 2900, { landuse: [area({ kind: 'forest' })] }]]))
  const root = gzipSync(rootOf(Number(bytes.readBigUInt64LE(16))))
  // Offset and length of the root directory are at 8 and 16, those of the leaf directories at 40 and 48.
  bytes.copy(bytes, 40, 8, 24)
  bytes.writeBigUInt64LE(BigInt(bytes.length), 8)
  bytes.writeBigUInt64LE(BigInt(root.length), 16)
  return Buffer.concat([bytes, root])
}

const remote = (bytes: Buffer, onRead: (offset: number) => void = () => undefined) => {
  const fetcher: Fetcher = {
    async fetch(_url, _signal, { offset, length } = { offset: 0, length: bytes.length }) {
      onRead(offset)
      return bytes.subarray(offset, offset + length)
    },
    close: async () => undefined,
  }
  return tileArchive({ url: 'https://maps.example.com/region.pmtiles' }, TileType.Mvt, fetcher)
}

test('a directory that could not be read is read again for another build, while the first build goes on', async () => {
  // One entry: from tile 0 on, a leaf directory at its offset 0, which is written as 1.
  const bytes = await bytesWithRoot((leafBytes) => Uint8Array.of(1, 0, 0, leafBytes, 1))
  const faults = ['the connection was closed']
  const archive = remote(bytes, (offset) => {
    const fault = offset === leafOffset ? faults.shift() : undefined
    if (fault !== undefined) throw new Error(fault)
  })
  const [first, second] = [new AbortController(), new AbortController()]
  await expect(archive.tile(13, 4400, 2900, first.signal)).rejects.toThrow('the connection was closed')
  expect(await archive.tile(13, 4400, 2900, second.signal)).not.toBeNull()
})

test('a directory is unpacked only up to a limit', async () => {
  const archive = remote(await bytesWithRoot(() => new Uint8Array(mostArchiveBytes + 1)))
  await expect(archive.header()).rejects.toMatchObject({ code: 'ERR_BUFFER_TOO_LARGE' })
})
