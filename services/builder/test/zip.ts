import { inflateRawSync } from 'node:zlib'

const deflated = 8
const lastEntry = Buffer.from('PK\x05\x06', 'latin1')

/** The files of a ZIP archive by name, in the order of its directory (PKWARE APPNOTE 4.3.12 and 4.3.16; without ZIP64). */
export function filesInZip(archive: Buffer): Map<string, Buffer> {
  const end = archive.lastIndexOf(lastEntry)
  const files = new Map<string, Buffer>()
  let at = archive.readUInt32LE(end + 16)
  for (let left = archive.readUInt16LE(end + 10); left > 0; left--) {
    const [method, bytes] = [archive.readUInt16LE(at + 10), archive.readUInt32LE(at + 20)]
    const lengths = [
      archive.readUInt16LE(at + 28),
      archive.readUInt16LE(at + 30),
      archive.readUInt16LE(at + 32),
    ] as const
    const local = archive.readUInt32LE(at + 42)
    const name = archive.toString('utf8', at + 46, at + 46 + lengths[0])
    const start = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28)
    const content = archive.subarray(start, start + bytes)
    files.set(name, method === deflated ? inflateRawSync(content) : content)
    at += 46 + lengths[0] + lengths[1] + lengths[2]
  }
  return files
}
