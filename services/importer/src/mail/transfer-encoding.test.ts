import fc from 'fast-check'
import { expect, it } from 'vitest'
import { decodeTransfer } from './transfer-encoding.ts'

async function* pieces(bytes: Buffer, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}
const decoded = async (text: string | Buffer, encoding: string, size = 7) =>
  Buffer.concat(await Array.fromAsync(decodeTransfer(pieces(Buffer.from(text), size), encoding))).toString()

it.each([
  ['TWFu', 'Man'],
  ['TWE=', 'Ma'],
  ['TQ==', 'M'],
  ['TQ', 'M'],
  ['TW\r\nFu\r\n', 'Man'],
  ['T W!F*u', 'Man'],
  ['TQ==\r\nTQ==\r\n', 'MM'],
  ['====', ''],
  ['-_-_', Buffer.from('+/+/', 'base64').toString()],
])('Base64 %j is %j', async (text, value) => {
  for (const size of [1, 3, 1000]) expect(await decoded(text, 'base64', size)).toBe(value)
})

it.each([
  ['a=3Db', 'a=b'],
  ['Z=C3=BCrich', 'Zürich'],
  ['z=c3=bcrich', 'zürich'],
  ['a=\r\nb', 'ab'],
  ['a=  \t\r\nb', 'ab'],
  ['a=\nb', 'ab'],
  ['a  \r\nb', 'a\r\nb'],
  ['a  b', 'a  b'],
  ['a=ZZb', 'a=ZZb'],
  ['a=4', 'a=4'],
  ['a=', 'a'],
  ['a  ', 'a'],
  ['=3D=33', '=3'],
])('quoted-printable %j is %j', async (text, value) => {
  for (const size of [1, 2, 3, 1000]) expect(await decoded(text, 'quoted-printable', size)).toBe(value)
})

it('an unknown encoding leaves the bytes unchanged, a Usenet encoding is refused', async () => {
  expect(await decoded('a=3D', '7bit')).toBe('a=3D')
  expect(await decoded('a=3D', 'x-nonsense')).toBe('a=3D')
  await expect(decoded('begin 644 list.csv', 'x-uuencode')).rejects.toMatchObject({ reason: 'old-encoding' })
})

it('Base64 is decoded in pieces of any size', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), fc.integer({ min: 1, max: 90 }), async (bytes, size) => {
      const text = Buffer.from(Buffer.from(bytes).toString('base64').replace(/.{76}/g, '$&\r\n'))
      const back = Buffer.concat(await Array.fromAsync(decodeTransfer(pieces(text, size), 'base64')))
      expect(back.equals(Buffer.from(bytes))).toBe(true)
    }),
  )
})
