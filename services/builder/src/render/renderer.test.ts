import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { packTrack } from '@guidebook/route-geometry'
import { createLogger } from '@guidebook/service-kit'
import { eventually } from '@guidebook/service-kit/test'
import { expect, onTestFinished, test, vi } from 'vitest'
import { warmUpDraft, warmUpFrame } from '../book/warm-up-book.ts'
import { TaskTimeoutError, WorkerLostError } from '../worker-pool/worker-process.ts'
import { createRenderer, type Renderer, type RendererOptions } from './renderer.ts'

vi.setConfig({ testTimeout: 120_000 })

const alone = fileURLToPath(new URL('../../test/renderer-process.ts', import.meta.url))
/** For tests about workers, which draw nothing. */
const cold = { program: fileURLToPath(new URL('../../test/cold-worker.ts', import.meta.url)) }
const unlimited = Number.MAX_SAFE_INTEGER

async function started(options: Partial<RendererOptions> = {}) {
  const lines: string[] = []
  const log = createLogger({
    service: 'builder',
    level: 'info',
    destination: { write: (line: string) => void lines.push(line) } as never,
  })
  const renderer = createRenderer({
    workers: 1,
    memoryLimit: unlimited,
    timeoutMs: 60_000,
    idleMs: 60_000,
    log,
    ...options,
  })
  await renderer.start()
  onTestFinished(() => renderer.stop())
  const tasks = renderer.forBuild({ account: 'account', budgetMs: Number.POSITIVE_INFINITY })
  return { renderer: { ...renderer, ...tasks }, lines }
}

const pids = (renderer: Renderer) => renderer.workers().map(({ pid }) => pid)

const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

const book = { draft: warmUpDraft, frame: warmUpFrame, images: {}, bytes: {} }
const long = packTrack([
  Array.from({ length: 200_000 }, (_, index) => ({ lat: 46 + index / 1e5, lon: 10 + Math.sin(index) / 1e3 })),
])
/** A task that takes minutes. */
const endless = Array.from({ length: 500 }, () => ({ parts: [long], icon: 'hiking' as const }))

test('a book is typeset by the worker that typeset the one before, unless that worker is busy', async () => {
  const program = fileURLToPath(new URL('../../test/pid-worker.ts', import.meta.url))
  const { renderer } = await started({ workers: 2, program })
  const page = { draft: warmUpDraft, frame: warmUpFrame, images: {}, gpx: null, gpxVersion: '1' }
  const draw = async (...tasks: ('printBook' | 'composePage')[]) =>
    await Promise.all(tasks.map((task) => renderer.run(task, (task === 'printBook' ? book : page) as never)))
  // The second worker is started because a task waits; that task may be done before the worker is ready.
  await eventually(async () => expect(new Set(await draw('composePage', 'composePage')).size).toBe(2))
  const [other, typesetter] = await draw('composePage', 'printBook')
  expect(other).not.toBe(typesetter)
  for (let build = 0; build < 3; build++) {
    expect(await draw('composePage')).toEqual([other])
    expect(await draw('composePage', 'printBook')).toEqual([other, typesetter])
    expect(await draw('printBook')).toEqual([typesetter])
  }
  expect((await draw('printBook', 'printBook')).toSorted()).toEqual([other, typesetter].toSorted())
})

test('two books are printed at the same time, and equal books have equal bytes', async () => {
  const { renderer } = await started({ workers: 2 })
  const [one, other] = await Promise.all([renderer.run('printBook', book), renderer.run('printBook', book)])
  expect(one.pages).toBeGreaterThan(2)
  expect(Buffer.compare(one.pdf, other.pdf)).toBe(0)
  expect(pids(renderer)).toHaveLength(2)
})

test('a task that exceeds its time limit is ended, and the next one runs in another worker', async () => {
  const { renderer } = await started({ ...cold, timeoutMs: 5_000 })
  // On a busy machine a worker may take longer than the limit to start.
  const replies = () => eventually(() => renderer.run('lastPoints', [null]), { timeoutMs: 60_000 })
  await replies()
  const [first] = pids(renderer)
  await expect(renderer.run('prepareRoutes', endless)).rejects.toThrow(TaskTimeoutError)
  expect(isAlive(first as number)).toBe(false)
  expect(await replies()).toEqual([null])
})

test('a worker that dies fails only its own task; waiting tasks run in the next worker', async () => {
  const { renderer } = await started(cold)
  await renderer.run('lastPoints', [null])
  const dying = renderer.run('prepareRoutes', endless)
  const waiting = renderer.run('printBook', book)
  process.kill(pids(renderer)[0] as number, 'SIGKILL')
  await expect(dying).rejects.toThrow(WorkerLostError)
  expect((await waiting).pages).toBeGreaterThan(2)
})

test('an idle worker that dies is replaced before the next task arrives', async () => {
  const { renderer } = await started(cold)
  await renderer.run('lastPoints', [null])
  const [first] = pids(renderer)
  process.kill(first as number, 'SIGKILL')
  const next = await eventually(() => renderer.workers().find(({ pid, memory }) => pid !== first && memory > 0), {
    timeoutMs: 60_000,
  })
  expect(await renderer.run('lastPoints', [null])).toEqual([null])
  expect(pids(renderer)).toEqual([next.pid])
})

test('a worker above its memory limit is replaced without losing a task', async () => {
  const { renderer, lines } = await started({ ...cold, memoryLimit: 1 })
  const results = await Promise.all(Array.from({ length: 3 }, () => renderer.run('lastPoints', [null, null])))
  expect(results).toHaveLength(3)
  expect(lines.filter((line) => line.includes('worker replaced'))).toHaveLength(3)
  expect(lines.filter((line) => /"level":("warn"|40)/.test(line))).toEqual([])
})

test('additional workers end when they are idle; one stays', async () => {
  const { renderer } = await started({ ...cold, workers: 3, idleMs: 200 })
  await Promise.all(Array.from({ length: 3 }, () => renderer.run('printBook', book)))
  const before = pids(renderer)
  expect(before.length).toBeGreaterThan(1)
  await eventually(() => pids(renderer).length === 1, { timeoutMs: 60_000 })
  expect(before.filter(isAlive)).toEqual(pids(renderer))
})

test('stopping leaves no process, busy or warming up', async () => {
  const { renderer } = await started({ workers: 2 })
  await renderer.run('lastPoints', [null])
  const unfinished = [renderer.run('prepareRoutes', endless), renderer.run('prepareRoutes', endless)]
  const ends = Promise.allSettled(unfinished)
  const before = await eventually(() => pids(renderer).length === 2 && pids(renderer))
  await renderer.stop()
  expect(before.filter(isAlive)).toEqual([])
  expect((await ends).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
})

test('an error of a task keeps its message, and the worker stays', async () => {
  const { renderer } = await started(cold)
  await renderer.run('lastPoints', [null])
  const before = pids(renderer)
  await expect(renderer.run('lastPoints', [new Uint8Array([1, 2, 3])])).rejects.toThrow(/./)
  expect(await renderer.run('lastPoints', [null])).toEqual([null])
  expect(pids(renderer)).toEqual(before)
})

test('workers end when their parent is killed', async () => {
  const parent = fork(alone, { execArgv: [] })
  const [workers] = (await once(parent, 'message')) as [number[]]
  expect(workers.filter(isAlive)).toHaveLength(1)
  parent.kill('SIGKILL')
  await once(parent, 'exit')
  await eventually(() => workers.filter(isAlive).length === 0, { timeoutMs: 60_000 })
})
