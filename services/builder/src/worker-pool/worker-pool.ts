import { type Component, FairSemaphore, type Logger } from '@guidebook/service-kit'
import { Pool } from 'tarn'
import {
  type Argument,
  type WorkerProcess,
  TaskTimeoutError,
  type Result,
  startWorkerProcess,
  type WarmUp,
} from './worker-process.ts'

export interface WorkerPoolOptions<Tasks> {
  /** Of the component; for the log. */
  name: string
  /** Path of the program that a worker runs. */
  program: string
  /** Most processes at the same time; one more is started for an account that has none at work. */
  workers: number
  /** Resident memory of one worker (bytes) beyond which it is replaced. */
  memoryLimit: number
  /** Longest time for one task, milliseconds; then its worker is ended. */
  timeoutMs: number
  /** After so long without work, milliseconds, a worker ends, as long as another one stays. */
  idleMs: number
  /** A task that is faster in a worker that has run it before. */
  sticky?: keyof Tasks
  log: Logger
}

/** Whose tasks they are, and how much of the workers' time they may take. */
export interface TaskShare {
  account: string
  /** Of all tasks together, milliseconds; waiting for a worker does not count. */
  budgetMs: number
}

/** Runs the tasks of one build. */
export interface TaskRunner<Tasks> {
  /** Throws `TaskTimeoutError`, `WorkerLostError`, or what the task threw. `limitMs`: a task's own longest time, if it has one. */
  run<Task extends keyof Tasks>(
    task: Task,
    argument: Argument<Tasks, Task>,
    limitMs?: number,
  ): Promise<Result<Tasks, Task>>
}

export interface WorkerPool<Tasks> extends Component {
  start(): Promise<void>
  stop(): Promise<void>
  /** Accounts take turns, and none ever holds all workers. */
  forBuild(share: TaskShare): TaskRunner<Tasks>
  /** The processes there are. */
  workers(): Pick<WorkerProcess<Tasks>, 'pid' | 'memory'>[]
}

/** A timer's longest time: how long the tasks before it take is what a task waits. */
const unlimitedMs = 2 ** 31 - 1

/**
 * Processes with one task at a time each. One is always there, warm before the first task comes;
 * others are started when tasks wait. Whatever becomes of one takes at most the task with it that it had.
 */
export function createWorkerPool<Tasks extends WarmUp>(options: WorkerPoolOptions<Tasks>): WorkerPool<Tasks> {
  const { name, workers, memoryLimit, timeoutMs, idleMs, program, sticky, log } = options
  type Worker = WorkerProcess<Tasks>
  const turns = new FairSemaphore({ capacity: workers, reserved: 1 })
  const alive = new Set<Worker>()
  const started = (worker: Worker) => {
    alive.add(worker)
    void worker.ended.then(() => alive.delete(worker))
  }
  const open = () =>
    new Pool<Worker>({
      min: 1,
      max: workers + 1,
      create: async () => {
        const worker = await startWorkerProcess<Tasks>({ program, timeoutMs, started })
        void worker.ended.then((how) => afterEnd(worker, how))
        return worker
      },
      validate: (worker) => worker.isFit,
      destroy: (worker) => worker.end(),
      idleTimeoutMillis: idleMs,
      reapIntervalMillis: Math.min(idleMs, 1_000),
      acquireTimeoutMillis: unlimitedMs,
      createTimeoutMillis: unlimitedMs,
      // The reason why a worker cannot start is passed to the waiting task, which logs it.
      propagateCreateError: true,
      log: (message) => log.warn({ problem: message }, `pool of workers: ${name}`),
    })
  let pool: Pool<Worker> | undefined
  let warming: Promise<void> | undefined
  /** Those in the pool that have nothing to do. */
  const resting = new Set<Worker>()
  /** Those that have set a book: what the next one has in common with it, they know already. */
  const typesetters = new WeakSet<Worker>()

  const acquire = async (from: Pool<Worker>) => {
    const worker = await from.acquire().promise
    resting.delete(worker)
    return worker
  }
  const giveBack = (to: Pool<Worker>, worker: Worker) => {
    resting.add(worker)
    void worker.ended.then(() => resting.delete(worker))
    to.release(worker)
  }
  /** One that has nothing to do, or the next: for a book rather one that has set one, for anything else rather another. */
  const take = async (from: Pool<Worker>, task: keyof Tasks) => {
    const suits = (worker: Worker) => typesetters.has(worker) === (task === sticky)
    const passedOver: Worker[] = []
    try {
      let worker = await acquire(from)
      while (!suits(worker) && [...resting].some((other) => other.isFit && suits(other))) {
        passedOver.push(worker)
        worker = await acquire(from)
      }
      if (task === sticky) typesetters.add(worker)
      return worker
    } finally {
      for (const worker of passedOver) giveBack(from, worker)
    }
  }

  /** Takes a worker and gives it back: has one started when none is there. */
  const warm = async (now: Pool<Worker>) => {
    try {
      giveBack(now, await acquire(now))
    } catch (error) {
      if (now === pool) log.warn({ err: error }, 'a worker could not be started')
    }
  }
  const keepWarm = () => {
    if (!pool || warming) return
    warming = warm(pool).finally(() => {
      warming = undefined
    })
  }
  const afterEnd = ({ pid }: Worker, how: string) => {
    if (!pool) return
    log.debug({ pid, how }, 'a worker has ended')
    keepWarm()
  }
  const replaceWhenGrown = (worker: Worker) => {
    const { pid, memory } = worker
    if (memory <= memoryLimit) return
    log.info({ pid, memory, memoryLimit }, 'a worker is replaced')
    void worker.end()
  }

  return {
    name,
    async start() {
      pool = open()
      keepWarm()
    },
    async stop() {
      const last = pool
      pool = undefined
      // From now on it starts none; then it waits for those at work, whose tasks are no longer wanted.
      const closed = last?.destroy()
      await Promise.all([...alive].map((worker) => worker.end()))
      await closed
    },
    forBuild: ({ account, budgetMs }) => {
      let leftMs = budgetMs
      return {
        run: (task, argument, limitMs = timeoutMs) =>
          turns.run(account, async () => {
            if (leftMs <= 0) throw new TaskTimeoutError(`the tasks of this build took longer than ${budgetMs} ms`)
            const current = pool
            if (!current) throw new Error(`the ${name} is not running`)
            // Wait for the worker that is warming up instead of starting a second one.
            await warming
            const worker = await take(current, task)
            const began = performance.now()
            try {
              return await worker.run(task, argument, Math.min(limitMs, leftMs))
            } finally {
              leftMs -= performance.now() - began
              replaceWhenGrown(worker)
              giveBack(current, worker)
            }
          }),
      }
    },
    workers: () => [...alive].map(({ pid, memory }) => ({ pid, memory })),
  }
}
