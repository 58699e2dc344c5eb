import { createHash, randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isOutage } from '../src/errors/index.ts'
import { ObjectMissingError, type ObjectStore, openObjectStore, sweepOrphans } from '../src/object-store/index.ts'
import { s3Store } from '../src/object-store/s3-store.ts'
import { type FakeS3, fakeS3 } from './fake-s3.ts'

let folder: string
let s3: FakeS3
let bucket: string
let stores: Record<'folder' | 'S3', ObjectStore>

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'objects-'))
  s3 = await fakeS3('bucket')
  bucket = `s3://id:secret@bucket/some/prefix?endpoint=${encodeURIComponent(s3.url)}&region=eu-central-1`
  stores = { folder: await openObjectStore(pathToFileURL(folder).href), S3: await openObjectStore(bucket) }
})
afterAll(async () => {
  await rm(folder, { recursive: true })
  await s3.close()
})

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
const text = { contentType: 'text/plain; charset=utf-8' }
/** A stream in chunks, as from a network. */
const streamOf = (bytes: Buffer, piece = 60_000) =>
  Readable.from(
    Array.from({ length: Math.ceil(bytes.length / piece) }, (_, index) =>
      bytes.subarray(index * piece, (index + 1) * piece),
    ),
  )
const keysBelow = async (store: ObjectStore, prefix: string) =>
  (await Array.fromAsync(store.list(prefix))).map(({ key }) => key).toSorted()

describe.each(['folder', 'S3'] as const)('the %s store', (kind) => {
  const store = () => stores[kind]

  test('returns a stored object with its type and size', async () => {
    const body = Buffer.from('grüezi')
    const stored = await store().put('releases/a/hello.txt', body, text)
    expect(stored).toEqual({ key: 'releases/a/hello.txt', bytes: body.length, sha256: sha256(body) })
    const { stream, ...about } = await store().get(stored.key)
    expect(about).toEqual({ bytes: body.length, contentType: text.contentType })
    expect(Buffer.concat(await stream.toArray())).toEqual(body)
    expect(await store().exists(stored.key)).toBe(true)
  })

  test.each([0, 1, 255, 256, 12_000_000])('stores a stream of %i bytes', async (size) => {
    const body = randomBytes(size)
    const stored = await store().put('releases/a/large.bin', streamOf(body), {
      contentType: 'application/octet-stream',
    })
    expect(stored).toMatchObject({ bytes: size, sha256: sha256(body) })
    expect((await store().read(stored.key)).equals(body)).toBe(true)
  })

  test('replaces an object', async () => {
    await store().put('releases/a/replaced', Buffer.from('long first content'), text)
    await store().put('releases/a/replaced', Buffer.from('second'), { contentType: 'text/html' })
    expect(String(await store().read('releases/a/replaced'))).toBe('second')
    const { stream, contentType } = await store().get('releases/a/replaced')
    stream.destroy()
    expect(contentType).toBe('text/html')
  })

  test.each([
    ['bytes', (body: Buffer) => body],
    ['a stream', (body: Buffer) => streamOf(body, 7)],
  ])('names %s by what they are', async (_what, as) => {
    const body = Buffer.from('the same content')
    const first = await store().putByContent('geodata/b/images', as(body), { ...text, extension: '.txt' })
    const second = await store().putByContent('geodata/b/images', as(body), { ...text, extension: '.txt' })
    expect(first).toEqual({ key: `geodata/b/images/${sha256(body)}.txt`, bytes: body.length, sha256: sha256(body) })
    expect(second).toEqual(first)
    expect(await keysBelow(store(), 'geodata/b/')).toEqual([first.key])
  })

  test('lists only the objects with a prefix', async () => {
    for (const key of ['builder/a/1', 'builder/a/2', 'builder/ab/3', 'webhooks/a/4'])
      await store().put(key, Buffer.from('x'), text)
    expect(await keysBelow(store(), 'builder/a/')).toEqual(['builder/a/1', 'builder/a/2'])
    expect(await keysBelow(store(), 'builder/a')).toEqual(['builder/a/1', 'builder/a/2', 'builder/ab/3'])
    expect(await keysBelow(store(), 'importer/')).toEqual([])
    const [listed] = await Array.fromAsync(store().list('webhooks/'))
    expect(Math.abs(Date.now() - Number(listed?.modified))).toBeLessThan(60_000)
  })

  test('lists more than one page', async () => {
    const keys = Array.from({ length: 50 }, (_, index) => `importer/many/${index}`)
    await Promise.all(keys.map((key) => store().put(key, Buffer.from('x'), text)))
    expect(await keysBelow(store(), 'importer/many/')).toEqual(keys.toSorted())
  })

  test('reports a missing object, and removes an object idempotently', async () => {
    await store().put('releases/a/gone', Buffer.from('x'), text)
    await store().remove('releases/a/gone')
    await store().remove('releases/a/gone')
    expect(await store().exists('releases/a/gone')).toBe(false)
    await expect(store().get('releases/a/gone')).rejects.toThrow(ObjectMissingError)
    await expect(store().read('releases/a/gone')).rejects.toMatchObject({
      name: 'ObjectMissingError',
      key: 'releases/a/gone',
    })
  })

  test('stores nothing of a stream that fails', async () => {
    const breaking = Readable.from(
      (async function* () {
        yield randomBytes(6_000_000)
        throw new Error('broke')
      })(),
    )
    await expect(store().put('releases/broken/x', breaking, text)).rejects.toThrow('broke')
    expect(await store().exists('releases/broken/x')).toBe(false)
    expect(await keysBelow(store(), 'releases/broken')).toEqual([])
  })

  test.each(['../secret', 'a/../../b', '/etc/passwd', 'one'])('refuses %s as a key', async (key) => {
    await expect(async () => await store().put(key, Buffer.from('x'), text)).rejects.toThrow(TypeError)
    await expect(async () => await store().get(key)).rejects.toThrow(TypeError)
    await expect(async () => await store().remove(key)).rejects.toThrow(TypeError)
  })

  test('is healthy', async () => {
    await store().check.check(AbortSignal.timeout(5_000))
  })
})

test('a folder does not write existing content again, but updates its time', async () => {
  const body = randomBytes(1_000)
  const picture = { contentType: 'image/png', extension: '.png' }
  const first = await stores.folder.putByContent('builder/again', body, picture)
  const path = join(folder, ...first.key.split('/'))
  const long = new Date('2020-01-01')
  await utimes(path, long, long)
  const before = await stat(path)
  expect(await stores.folder.putByContent('builder/again', body, picture)).toEqual(first)
  expect((await stat(path)).ino).toBe(before.ino)
  const [listed] = await Array.fromAsync(stores.folder.list('builder/again/'))
  expect(listed?.modified.getTime()).toBeGreaterThan(long.getTime())

  await rm(path)
  expect(await stores.folder.putByContent('builder/again', body, picture)).toEqual(first)
  expect(await stores.folder.read(first.key)).toEqual(body)
})

test('a folder contains no unfinished files after a failed write', async () => {
  const store = await openObjectStore(pathToFileURL(folder).href)
  await expect(store.put('releases/a/x', Readable.from(['a', new Error('not bytes')]), text)).rejects.toThrow()
  expect(await readdir(join(folder, '.unfinished'))).toEqual([])
})

test('an unfinished file of a process that died is removed a day later', async () => {
  const unfinished = join(folder, '.unfinished')
  await mkdir(unfinished, { recursive: true })
  await writeFile(join(unfinished, 'left'), 'half')
  const sweep = (hours: number) =>
    sweepOrphans({
      objectStore: stores.folder,
      clock: { now: () => new Date(Date.now() + hours * 3_600_000) },
      prefix: 'none/',
      findUnused: async () => [],
    })
  await sweep(23)
  expect(await readdir(unfinished)).toEqual(['left'])
  await sweep(25)
  expect(await readdir(unfinished)).toEqual([])
})

describe('an S3 server that fails', () => {
  const key = 'releases/a/x'
  const small = Buffer.from('x')
  /** Whether each operation fails with an outage. */
  const areOutages = async (...operations: Promise<unknown>[]) =>
    (await Promise.allSettled(operations)).map((result) => result.status === 'rejected' && isOutage(result.reason))

  test('that responds with 5xx or 429 is an outage for every operation', async () => {
    const { S3: store } = stores
    const outages = await s3.withFault(503, () =>
      areOutages(
        store.put(key, small, text),
        store.putByContent('releases/a', streamOf(small), text),
        store.get(key),
        store.exists(key),
        store.remove(key),
        Array.fromAsync(store.list('releases/')),
        store.check.check(AbortSignal.timeout(5_000)),
      ),
    )
    expect(outages).toEqual(outages.map(() => true))
  })

  test('with a refusal of one object is no outage', async () => {
    expect(await s3.withFault(403, () => areOutages(stores.S3.get(key)), key)).toEqual([false])
  })

  test.each([401, 403])('that refuses every request with %i is an outage', async (status) => {
    const { S3: store } = stores
    const operations = () =>
      areOutages(store.get(key), store.put(key, small, text), Array.fromAsync(store.list('releases/')))
    expect(await s3.withFault(status, operations)).toEqual([true, true, true])
  })

  test.each(['silent', 'stalled'] as const)('by a %s response is an outage after a time limit', async (fault) => {
    const store = s3Store(new URL(bucket), { stallMs: 30 })
    expect(await s3.withFault(fault, () => areOutages(store.read(key)))).toEqual([true])
  })
})

test('a missing bucket is not healthy', async () => {
  const store = await openObjectStore(`s3://id:secret@another?endpoint=${encodeURIComponent(s3.url)}`)
  await expect(store.check.check(AbortSignal.timeout(5_000))).rejects.toThrow()
})

test.each(['http://x/', 's3:///x', 'ftp://a/b'])('%s is not a valid address of an object store', async (url) => {
  await expect(openObjectStore(url)).rejects.toThrow(TypeError)
})
