import { availableParallelism } from 'node:os'
import type { Component, Logger } from '@guidebook/service-kit'
import { Pool } from 'tarn'
import { type Argument, type RenderProcess, type Result, startRenderProcess } from './render-process.ts'
import type { RenderTasks } from './tasks.ts'

export interface RendererOptions {
  /** Most processes at the same time. */
  workers?: number
  /** Resident memory of one worker (bytes) beyond which it is replaced. */
  memoryLimit: number
  /** Longest time for one task, milliseconds; then its worker is ended. */
  timeoutMs: number
  /** After so long without work, milliseconds, a worker ends, as long as another one stays. */
  idleMs: number
  /** What a worker runs; the one that draws unless said otherwise. */
  program?: string
  log: Logger
}

export interface Renderer extends Component {
  start(): Promise<void>
  stop(): Promise<void>
  /** Throws `RenderTimeout`, `RenderWorkerLost`, or what the task threw. `limitMs`: a task's own longest time, if it has one. */
  run<Task extends keyof RenderTasks>(task: Task, argument: Argument<Task>, limitMs?: number): Promise<Result<Task>>
  /** The processes there are. */
  workers(): Pick<RenderProcess, 'pid' | 'memory'>[]
}

/** A timer's longest time: how long the tasks before it take is what a task waits. */
const unlimitedMs = 2 ** 31 - 1

/**
 * Processes in which books are typeset, each with one task at a time. One is always there, warm before the first book comes;
 * others are started when tasks wait. Whatever becomes of one takes at most the task with it that it had.
 */
export function createRenderer(options: RendererOptions): Renderer {
  const { workers: max = availableParallelism(), memoryLimit, timeoutMs, idleMs, program, log } = options
  const alive = new Set<RenderProcess>()
  const started = (worker: RenderProcess) => {
    alive.add(worker)
    void worker.ended.then(() => alive.delete(worker))
  }
  const open = () =>
    new Pool<RenderProcess>({
      min: 1,
      max,
      create: async () => {
        const worker = await startRenderProcess({ program, timeoutMs, started })
        void worker.ended.then((how) => afterEnd(worker, how))
        return worker
      },
      validate: (worker) => worker.isFit,
      destroy: (worker) => worker.end(),
      idleTimeoutMillis: idleMs,
      reapIntervalMillis: Math.min(idleMs, 1_000),
      acquireTimeoutMillis: unlimitedMs,
      createTimeoutMillis: unlimitedMs,
      // What a worker can't be started for is told to the task that waits, and to the log with it.
      propagateCreateError: true,
      log: (message) => log.warn({ problem: message }, 'the pool of render workers'),
    })
  let pool: Pool<RenderProcess> | undefined
  let isWarming = false
  /** Those in the pool that have nothing to do. */
  const resting = new Set<RenderProcess>()
  /** Those that have set a book: what the next one has in common with it, they know already. */
  const typesetters = new WeakSet<RenderProcess>()

  const acquire = async (from: Pool<RenderProcess>) => {
    const worker = await from.acquire().promise
    resting.delete(worker)
    return worker
  }
  const giveBack = (to: Pool<RenderProcess>, worker: RenderProcess) => {
    resting.add(worker)
    void worker.ended.then(() => resting.delete(worker))
    to.release(worker)
  }
  /** One that has nothing to do, or the next: for a book rather one that has set one, for anything else rather another. */
  const take = async (from: Pool<RenderProcess>, task: keyof RenderTasks) => {
    const suits = (worker: RenderProcess) => typesetters.has(worker) === (task === 'printBook')
    const passedOver: RenderProcess[] = []
    try {
      let worker = await acquire(from)
      while (!suits(worker) && [...resting].some((other) => other.isFit && suits(other))) {
        passedOver.push(worker)
        worker = await acquire(from)
      }
      if (task === 'printBook') typesetters.add(worker)
      return worker
    } finally {
      for (const worker of passedOver) giveBack(from, worker)
    }
  }

  /** Takes a worker and gives it back: has one started when none is there. */
  const keepWarm = async () => {
    const now = pool
    if (!now || isWarming) return
    isWarming = true
    try {
      giveBack(now, await acquire(now))
    } catch (error) {
      if (now === pool) log.warn({ err: error }, 'a render worker could not be started')
    } finally {
      isWarming = false
    }
  }
  const afterEnd = ({ pid }: RenderProcess, how: string) => {
    if (!pool) return
    log.debug({ pid, how }, 'a render worker has ended')
    void keepWarm()
  }
  const replaceWhenGrown = (worker: RenderProcess) => {
    const { pid, memory } = worker
    if (memory <= memoryLimit) return
    log.info({ pid, memory, memoryLimit }, 'a render worker is replaced')
    void worker.end()
  }

  return {
    name: 'renderer',
    async start() {
      pool = open()
      void keepWarm()
    },
    async stop() {
      const last = pool
      pool = undefined
      // From now on it starts none; then it waits for those at work, whose tasks are no longer wanted.
      const closed = last?.destroy()
      await Promise.all([...alive].map((worker) => worker.end()))
      await closed
    },
    async run<Task extends keyof RenderTasks>(
      task: Task,
      argument: Argument<Task>,
      limitMs?: number,
    ): Promise<Result<Task>> {
      const current = pool
      if (!current) throw new Error('the renderer is not running')
      const worker = await take(current, task)
      try {
        return await worker.run(task, argument, limitMs)
      } finally {
        replaceWhenGrown(worker)
        giveBack(current, worker)
      }
    },
    workers: () => [...alive].map(({ pid, memory }) => ({ pid, memory })),
  }
}
