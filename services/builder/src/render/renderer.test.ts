import { packTrack } from '@guidebook/route-geometry'
import { createLogger } from '@guidebook/service-kit'
import { eventually } from '@guidebook/service-kit/test'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createRenderer, type RendererOptions, RenderTimeout } from './renderer.ts'
import { warmUpDraft, warmUpFrame } from './warm-up-draft.ts'

vi.setConfig({ testTimeout: 120_000 })

async function started(options: Partial<RendererOptions> = {}) {
  const lines: string[] = []
  const log = createLogger({
    service: 'builder',
    level: 'info',
    destination: { write: (line: string) => void lines.push(line) } as never,
  })
  const renderer = createRenderer({
    threads: 1,
    memoryLimit: Number.MAX_SAFE_INTEGER,
    timeoutMs: 60_000,
    log,
    ...options,
  })
  await renderer.start()
  onTestFinished(() => renderer.stop())
  return { renderer, lines }
}

const book = { draft: warmUpDraft, frame: warmUpFrame, pictures: {} }
const long = packTrack([
  Array.from({ length: 200_000 }, (_, index) => ({ lat: 46 + index / 1e5, lon: 10 + Math.sin(index) / 1e3 })),
])

test('the same book has the same bytes', async () => {
  const { renderer } = await started({ threads: 2 })
  const [one, other] = await Promise.all([
    renderer.run('printBook', { ...book, bytes: {} }),
    renderer.run('printBook', { ...book, bytes: {} }),
  ])
  expect(one.pages).toBeGreaterThan(2)
  expect(Buffer.compare(one.pdf, other.pdf)).toBe(0)
})

test('a task that takes too long is ended, and the next one runs', async () => {
  const { renderer } = await started({ timeoutMs: 3_000 })
  const endless = Array.from({ length: 200 }, () => ({ parts: [long], icon: 'hiking' as const }))
  await expect(renderer.run('prepareRoutes', endless)).rejects.toThrow(RenderTimeout)
  // A new thread has its fonts to read first.
  expect(await eventually(() => renderer.run('lastPoints', [null]), { timeoutMs: 60_000 })).toEqual([null])
})

test('workers are replaced when the process has grown beyond its limit, without losing a task', async () => {
  const { renderer, lines } = await started({ memoryLimit: 1 })
  const results = await Promise.all(Array.from({ length: 120 }, () => renderer.run('lastPoints', [null, null])))
  expect(results).toHaveLength(120)
  expect(lines.filter((line) => line.includes('render workers are replaced')).length).toBeGreaterThan(0)
})
