import { type Component, FairSemaphore, type Logger } from '@guidebook/service-kit'
import { Pool } from 'tarn'
import {
  type Argument,
  type Result,
  startWorkerProcess,
  TaskTimeoutError,
  type WarmUp,
  type WorkerProcess,
} from './worker-process.ts'

export interface WorkerPoolOptions<Tasks> {
  /** Name of the component, for the log. */
  name: string
  /** Path of the workers' program. */
  program: string
  /** Most processes at the same time; one more serves an account that uses none. */
  workers: number
  /** Resident memory of one worker (bytes) beyond which it is replaced. */
  memoryLimit: number
  /** Time limit of one task, milliseconds; then its worker is killed. */
  timeoutMs: number
  /** An idle worker ends after this time, milliseconds, unless it is the last one. */
  idleMs: number
  /** The task that is faster in a worker that has run it before. */
  sticky?: keyof Tasks
  log: Logger
}

/** The account of a build, and its budget of worker time. */
export interface TaskShare {
  account: string
  /** For all tasks together, milliseconds; waiting for a worker does not count. */
  budgetMs: number
}

/** Runs the tasks of one build. */
export interface TaskRunner<Tasks> {
  /** Throws `TaskTimeoutError`, `WorkerLostError`, or the error of the task. `limitMs` overrides the time limit of the pool. */
  run<Task extends keyof Tasks>(
    task: Task,
    argument: Argument<Tasks, Task>,
    limitMs?: number,
  ): Promise<Result<Tasks, Task>>
}

export interface WorkerPool<Tasks> extends Component {
  start(): Promise<void>
  stop(): Promise<void>
  /** Accounts take turns; no account ever holds all workers. */
  forBuild(share: TaskShare): TaskRunner<Tasks>
  /** The running processes. */
  workers(): Pick<WorkerProcess<Tasks>, 'pid' | 'memory'>[]
}

/** The longest timer there is: a task may wait as long as the tasks before it take. */
const unlimitedMs = 2 ** 31 - 1

/**
 * Processes that each run one task at a time. One is always running, warm before the first task arrives; others are started when tasks
 * wait. A process that dies fails only its current task.
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
      log: (message) => log.warn({ problem: message }, `worker pool of the ${name}`),
    })
  let pool: Pool<Worker> | undefined
  let warming: Promise<void> | undefined
  /** Idle workers. */
  const idle = new Set<Worker>()
  /** Workers that have run the sticky task: they have cached what the next one shares with it. */
  const sticking = new WeakSet<Worker>()

  const acquire = async (from: Pool<Worker>) => {
    const worker = await from.acquire().promise
    idle.delete(worker)
    return worker
  }
  const giveBack = (to: Pool<Worker>, worker: Worker) => {
    idle.add(worker)
    void worker.ended.then(() => idle.delete(worker))
    to.release(worker)
  }
  /** An idle worker, or the next free one. Prefers a sticking worker for the sticky task, and another worker for any other task. */
  const take = async (from: Pool<Worker>, task: keyof Tasks) => {
    const suits = (worker: Worker) => sticking.has(worker) === (task === sticky)
    const passedOver: Worker[] = []
    try {
      let worker = await acquire(from)
      while (!suits(worker) && [...idle].some((other) => other.isFit && suits(other))) {
        passedOver.push(worker)
        worker = await acquire(from)
      }
      if (task === sticky) sticking.add(worker)
      return worker
    } finally {
      for (const worker of passedOver) giveBack(from, worker)
    }
  }

  /** Takes a worker and gives it back, which starts one when none is running. */
  const warm = async (now: Pool<Worker>) => {
    try {
      giveBack(now, await acquire(now))
    } catch (error) {
      if (now === pool) log.warn({ err: error }, 'worker could not be started')
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
    log.debug({ pid, how }, 'worker ended')
    keepWarm()
  }
  const replaceIfTooLarge = (worker: Worker) => {
    const { pid, memory } = worker
    if (memory <= memoryLimit) return
    log.info({ pid, memory, memoryLimit }, 'worker replaced: memory limit exceeded')
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
      // `destroy` starts no further worker and waits for busy ones, so end those: their tasks are no longer needed.
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
            // Wait for a worker that is warming up instead of starting a second one.
            await warming
            const worker = await take(current, task)
            const began = performance.now()
            try {
              return await worker.run(task, argument, Math.min(limitMs, leftMs))
            } finally {
              leftMs -= performance.now() - began
              replaceIfTooLarge(worker)
              giveBack(current, worker)
            }
          }),
      }
    },
    workers: () => [...alive].map(({ pid, memory }) => ({ pid, memory })),
  }
}
