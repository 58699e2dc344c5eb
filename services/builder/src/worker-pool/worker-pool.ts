import { FairSemaphore, type Logger } from '@guidebook/service-kit'
import { type Argument, type Result, TaskTimeoutError, WorkerProcess } from './worker-process.ts'

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
  /** Aborts when the build has ended: its tasks that wait for a worker are rejected; a running task is left alone. */
  signal?: AbortSignal
}

/** Every program has this task: it runs a small task of each kind, so that the first real one is fast. */
interface WarmUp {
  warmUp(): Promise<void>
}

export type WorkerPool<Tasks extends WarmUp> = ReturnType<typeof createWorkerPool<Tasks>>
/** Runs the tasks of one build. */
export type TaskRunner<Tasks extends WarmUp> = ReturnType<WorkerPool<Tasks>['forBuild']>

/**
 * Processes that each run one task at a time. One is always running, warm before the first task arrives; others are started when tasks
 * wait. A process that dies fails only its current task.
 */
export function createWorkerPool<Tasks extends WarmUp>(options: WorkerPoolOptions<Tasks>) {
  const { name, program, workers, memoryLimit, timeoutMs, idleMs, sticky, log } = options
  type Worker = WorkerProcess<Tasks>
  /** Accounts take turns; no account ever holds all workers. There are never more processes than turns. */
  const turns = new FairSemaphore({ capacity: workers, reserved: 1 })
  const alive = new Set<Worker>()
  const idle: Worker[] = []
  /** Workers that have run the sticky task: they have cached what the next one shares with it. */
  const sticking = new WeakSet<Worker>()
  const waiting: PromiseWithResolvers<Worker>[] = []
  let starting = 0
  let isRunning = false

  /** The next waiting task gets the worker, else it is idle and ends after a while. */
  const offer = (worker: Worker) => {
    if (!worker.isFit) return
    const task = waiting.shift()
    if (task) return task.resolve(worker)
    idle.push(worker)
    const endIfIdle = () => {
      const others = [...alive].filter((one) => one !== worker && one.isFit)
      if (!idle.includes(worker) || others.length === 0) return
      idle.splice(idle.indexOf(worker), 1)
      void worker.end()
    }
    clearTimeout(reaping.get(worker))
    reaping.set(worker, setTimeout(endIfIdle, idleMs).unref())
  }
  const reaping = new WeakMap<Worker, NodeJS.Timeout>()

  /** Throws if the system allows no further process. */
  const launch = (): Worker => {
    const worker: Worker = new WorkerProcess(program)
    alive.add(worker)
    void worker.ended.then(() => {
      alive.delete(worker)
      if (idle.includes(worker)) idle.splice(idle.indexOf(worker), 1)
    })
    return worker
  }

  const start = async () => {
    starting++
    let worker: Worker | undefined
    try {
      worker = launch()
      const { pid, ended } = worker
      await worker.run('warmUp', undefined as Argument<Tasks, 'warmUp'>, timeoutMs)
      void ended.then((how) => {
        log.debug({ pid, how }, 'worker ended')
        if (isRunning && alive.size === 0) void start()
      })
      offer(worker)
    } catch (error) {
      await worker?.end()
      const task = waiting.shift()
      if (task) task.reject(error)
      else if (isRunning) log.warn({ err: error }, 'worker could not be started')
    } finally {
      starting--
    }
  }

  /** An idle worker, or the next free one. Prefers a sticking worker for the sticky task, and another worker for any other task. */
  const take = (task: keyof Tasks): Worker | Promise<Worker> => {
    const suited = idle.findLastIndex((worker) => sticking.has(worker) === (task === sticky))
    const [worker] = idle.splice(suited, 1)
    if (worker) return worker
    const next = Promise.withResolvers<Worker>()
    waiting.push(next)
    if (starting < waiting.length) void start()
    return next.promise
  }

  return {
    name,
    async start() {
      isRunning = true
      void start()
    },
    async stop() {
      isRunning = false
      await Promise.all([...alive].map((worker) => worker.end()))
    },
    forBuild: ({ account, budgetMs, signal }: TaskShare) => {
      let leftMs = budgetMs
      return {
        /**
         * Throws `TaskTimeoutError`, `WorkerLostError`, the error of the task, or the reason of the signal. `limitMs` overrides the time limit of
         * the pool.
         */
        run: <Task extends keyof Tasks>(
          task: Task,
          argument: Argument<Tasks, Task>,
          limitMs = timeoutMs,
        ): Promise<Result<Tasks, Task>> =>
          turns.run(
            account,
            async () => {
              signal?.throwIfAborted()
              if (leftMs <= 0) throw new TaskTimeoutError(`the tasks of this build took longer than ${budgetMs} ms`)
              if (!isRunning) throw new Error(`the ${name} is not running`)
              const worker = await take(task)
              if (task === sticky) sticking.add(worker)
              const began = performance.now()
              try {
                return await worker.run(task, argument, Math.min(limitMs, leftMs))
              } finally {
                leftMs -= performance.now() - began
                const { pid, memory } = worker
                if (memory > memoryLimit) {
                  log.info({ pid, memory, memoryLimit }, 'worker replaced: memory limit exceeded')
                  void worker.end()
                }
                offer(worker)
              }
            },
            { signal },
          ),
      }
    },
    /** The running processes. */
    workers: () => [...alive].map(({ pid, memory }) => ({ pid, memory })),
  }
}
