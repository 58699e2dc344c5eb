import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { createLogger } from '@guidebook/service-kit'
import { eventually } from '@guidebook/service-kit/test'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createWorkerPool, type WorkerPool, type WorkerPoolOptions } from '../src/worker-pool/worker-pool.ts'
import { TaskTimeoutError, WorkerLostError, WorkerProcess } from '../src/worker-pool/worker-process.ts'
import type { PoolTasks } from './pool-worker.ts'
import { poolOptions, unlimited } from './worker-options.ts'

vi.setConfig({ testTimeout: 120_000 })

async function started(options: Partial<WorkerPoolOptions<PoolTasks>> = {}) {
  const lines: string[] = []
  const destination = { write: (line: string) => void lines.push(line) } as never
  const log = createLogger({ service: 'builder', level: 'info', destination })
  const pool = createWorkerPool<PoolTasks>({ ...poolOptions, log, ...options })
  await pool.start()
  onTestFinished(() => pool.stop())
  const { run } = pool.forBuild({ account: 'account', budgetMs: Number.POSITIVE_INFINITY })
  return { pool, lines, run, where: () => run('where', undefined), endless: () => run('endless', undefined) }
}

const pids = (pool: WorkerPool<PoolTasks>) => pool.workers().map(({ pid }) => pid)

const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

test('a sticky task runs in the worker that ran it before, unless that worker is busy; other tasks avoid that worker', async () => {
  const { run } = await started({ workers: 2, sticky: 'whereSticky' })
  const draw = async (...tasks: ('where' | 'whereSticky')[]) =>
    await Promise.all(tasks.map((task) => run(task, undefined)))
  // The second worker is started because a task waits; that task may be done before the worker is ready.
  await eventually(async () => expect(new Set(await draw('where', 'where')).size).toBe(2))
  const [other, sticking] = await draw('where', 'whereSticky')
  expect(other).not.toBe(sticking)
  for (let times = 0; times < 3; times++) {
    expect(await draw('where')).toEqual([other])
    expect(await draw('whereSticky')).toEqual([sticking])
  }
  expect((await draw('whereSticky', 'whereSticky')).toSorted()).toEqual([other, sticking].toSorted())
})

test('a task that exceeds its time limit is ended, and the next one runs in another worker', async () => {
  const { run, where } = await started({ timeoutMs: 2_000 })
  // On a busy machine a worker may take longer than the limit to start.
  const reply = () => eventually(where, { timeoutMs: 60_000 })
  const first = await reply()
  await expect(run('endless', undefined, 100)).rejects.toThrow(TaskTimeoutError)
  expect(isAlive(first)).toBe(false)
  expect(await reply()).not.toBe(first)
})

test('a worker that dies fails only its own task; waiting tasks run in the next worker', async () => {
  const { where, endless } = await started()
  const first = await where()
  const [dying, waiting] = [endless(), where()]
  process.kill(first, 'SIGKILL')
  await expect(dying).rejects.toThrow(WorkerLostError)
  expect(await waiting).not.toBe(first)
})

test('a task that waits for a worker while its build ends is rejected immediately and never runs', async () => {
  const { pool, where, endless } = await started()
  const first = await where()
  const runs = vi.spyOn(WorkerProcess.prototype, 'run')
  onTestFinished(() => runs.mockRestore())
  const build = new AbortController()
  const { run } = pool.forBuild({ ...unlimited, signal: build.signal })
  const busy = expect(endless()).rejects.toThrow(WorkerLostError)
  const waiting = run('fail', 'of the build')
  build.abort(new Error('superseded'))
  await expect(waiting).rejects.toThrow('superseded')
  process.kill(first, 'SIGKILL')
  await busy
  await where()
  await expect(run('fail', 'of the build')).rejects.toThrow('superseded')
  expect(runs.mock.calls.map(([task]) => task)).not.toContain('fail')
})

test('an idle worker that dies is replaced before the next task arrives', async () => {
  const { pool, where } = await started()
  const first = await where()
  process.kill(first, 'SIGKILL')
  const next = await eventually(() => pool.workers().find(({ pid, memory }) => pid !== first && memory > 0), {
    timeoutMs: 60_000,
  })
  expect(await where()).toBe(next.pid)
  expect(pids(pool)).toEqual([next.pid])
})

test('a worker above its memory limit is replaced without losing a task', async () => {
  const { lines, where } = await started({ memoryLimit: 1 })
  const results = await Promise.all([where(), where(), where()])
  expect(new Set(results).size).toBe(3)
  expect(lines.filter((line) => line.includes('worker replaced'))).toHaveLength(3)
  expect(lines.filter((line) => /"level":("warn"|40)/.test(line))).toEqual([])
})

test('additional workers end when they are idle; one stays', async () => {
  const { pool, where } = await started({ workers: 3, idleMs: 200 })
  await Promise.all([where(), where(), where()])
  const before = pids(pool)
  expect(before.length).toBeGreaterThan(1)
  await eventually(() => pids(pool).length === 1, { timeoutMs: 60_000 })
  expect(before.filter(isAlive)).toEqual(pids(pool))
})

test('a worker that ends because it is idle gets no further task', async () => {
  const { pool, where } = await started({ workers: 2, idleMs: 100 })
  await eventually(async () => expect(new Set(await Promise.all([where(), where()])).size).toBe(2))
  const { end } = WorkerProcess.prototype
  const tasks = Promise.withResolvers<number[]>()
  const spy = vi.spyOn(WorkerProcess.prototype, 'end').mockImplementationOnce(function (this: WorkerProcess<unknown>) {
    // It has not exited yet.
    const ended = end.call(this)
    tasks.resolve(Promise.all([where(), where()]))
    return ended
  })
  onTestFinished(() => spy.mockRestore())
  expect(await tasks.promise).toHaveLength(2)
  expect(pool.workers().length).toBeGreaterThan(0)
})

test('a task fails if no process can be created for it', async () => {
  // Without a null byte, creating a process fails at once only when the system has no memory or no process left.
  const { where } = await started({ program: 'program\0' })
  await expect(where()).rejects.toThrow('null bytes')
})

test('stopping leaves no process, busy or warming up', async () => {
  const { pool, where, endless } = await started({ workers: 2 })
  await where()
  const ends = Promise.allSettled([endless(), endless()])
  const before = await eventually(() => pids(pool).length === 2 && pids(pool))
  await pool.stop()
  expect(before.filter(isAlive)).toEqual([])
  expect((await ends).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
})

test('an error of a task keeps its message, and the worker stays', async () => {
  const { pool, run, where } = await started()
  const first = await where()
  await expect(run('fail', 'the track is damaged')).rejects.toThrow('the track is damaged')
  expect(await where()).toBe(first)
  expect(pids(pool)).toEqual([first])
})

test('workers end when their parent is killed', async () => {
  const parent = fork(fileURLToPath(new URL('pool-process.ts', import.meta.url)), { execArgv: [] })
  const [worker] = (await once(parent, 'message')) as [number]
  expect(isAlive(worker)).toBe(true)
  parent.kill('SIGKILL')
  await once(parent, 'exit')
  await eventually(() => !isAlive(worker), { timeoutMs: 60_000 })
})
