import { readFileSync } from 'node:fs'
import sharp, { type Sharp } from 'sharp'
import { expect, onTestFinished, test, vi } from 'vitest'
import { decodingMemory } from '../src/image/decoder.ts'
import { createImageDecoder, type ImageDecoderOptions } from '../src/image/image-decoder.ts'
import { decoderOptions } from './worker-options.ts'

vi.setConfig({ testTimeout: 120_000 })

const mebibyte = 1024 * 1024

async function started(options: Partial<ImageDecoderOptions> = {}) {
  const decoder = createImageDecoder({ ...decoderOptions, ...options })
  await decoder.start()
  onTestFinished(() => decoder.stop())
  const { signal } = new AbortController()
  const forAccount = (account: string, budgetMs = Number.POSITIVE_INFINITY) => {
    const images = decoder.forBuild({ account, budgetMs })
    return (source: Buffer) => images.resizeImage(async () => source, 'print', signal)
  }
  return { decoder, forAccount, resize: forAccount('account') }
}

const imageOf = (width: number, height: number): Sharp =>
  sharp({ create: { width, height, channels: 3, background: { r: 200, g: 40, b: 40 } } })

/** Images of cameras with SOAK. Half as wide and high, they still need more memory than the 32 MiB that every image may use. */
const scale = process.env.SOAK === undefined ? 1 / 2 : 1
const photographOf = (width: number, height: number) => imageOf(width * scale, height * scale)
const honest: Record<string, () => Promise<Buffer>> = {
  'a photograph': () => photographOf(8_000, 6_000).jpeg().toBuffer(),
  'a progressive photograph': () => photographOf(6_000, 4_000).jpeg({ progressive: true }).toBuffer(),
  'a PNG': () => photographOf(5_160, 3_880).png().toBuffer(),
  'an interlaced PNG': () => photographOf(5_160, 3_880).png({ progressive: true }).toBuffer(),
  'a PNG with 16 bits': () => photographOf(4_000, 3_000).toColourspace('rgb16').png().toBuffer(),
}

test.each(Object.entries(honest))('%s is decoded, in no more memory than its header says', async (_, make) => {
  const { decoder, resize } = await started()
  await resize(await imageOf(10, 10).png().toBuffer())
  const [worker] = decoder.workers()
  const before = peakOf(worker?.pid)
  const source = await make()
  expect(await resize(source)).toMatchObject({ width: 1_400 })
  expect(peakOf(worker?.pid) - before).toBeLessThanOrEqual(decodingMemory(await sharp(source).metadata()))
})

/** Peak resident memory of a process, bytes. */
const peakOf = (pid: number | undefined): number =>
  Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1_024

test('small files that need too much memory are refused before they are decoded', async () => {
  const { decoder, forAccount } = await started({ workers: 2, decodingMemory: 64 * mebibyte })
  const small = await imageOf(100, 100).png().toBuffer()
  await Promise.all([forAccount('a')(small), forAccount('b')(small)])
  const attacks = await Promise.all([
    imageOf(3_000, 3_000).toColourspace('rgb16').png({ progressive: true }).toBuffer(),
    imageOf(3_000, 3_000).jpeg({ progressive: true }).toBuffer(),
  ])
  const before = decoder.workers().map(({ pid }) => peakOf(pid))
  const decoded = await Promise.allSettled(
    ['a', 'b', 'c'].flatMap((account) => [...attacks, ...attacks].map(forAccount(account))),
  )
  for (const result of decoded) {
    expect(result).toMatchObject({
      status: 'rejected',
      reason: {
        message: expect.stringMatching(/^it takes \d+ MiB to decode, of 64 MiB at most; save it as a baseline/),
      },
    })
  }
  const after = decoder.workers().map(({ pid }) => peakOf(pid))
  for (const [index, peak] of after.entries()) expect(peak - (before[index] ?? 0)).toBeLessThan(32 * mebibyte)
  expect(await forAccount('a')(small)).toMatchObject({ width: 100 })
})

test('an image that takes too long is refused with a remedy', async () => {
  const { resize } = await started({ imageTimeoutMs: 1 })
  const source = await imageOf(2_000, 1_500).png().toBuffer()
  await expect(resize(source)).rejects.toThrow('decoding took too long; save it as a baseline JPEG')
})

test('each build has its own time budget for images', async () => {
  const { forAccount } = await started()
  const source = await imageOf(4_000, 3_000).png().toBuffer()
  const small = await imageOf(100, 100).png().toBuffer()
  const resize = forAccount('account', 20)
  await expect(resize(source)).rejects.toThrow('decoding took too long')
  await expect(resize(small)).rejects.toThrow('decoding took too long')
  expect(await forAccount('account')(small)).toMatchObject({ width: 100 })
})
