import { type ChildProcess, fork } from 'node:child_process'
import type { Answer, Order } from './answer-tasks.ts'
import { workerEnvironment } from './worker-environment.ts'

/**
 * The heap has room for the largest book there may be (`mostPoints` of the tracks); the small young generation keeps a
 * worker from swelling to several times of what it uses. The parent's own options, its loaders among them, have no business there.
 */
const nodeOptions = ['--max-old-space-size=768', '--max-semi-space-size=8', '--heap-growing-percent=40']

/** Of a task by its name, in an interface of tasks such as `RenderTasks`. */
export type Argument<Tasks, Task extends keyof Tasks> = Tasks[Task] extends (argument: infer A) => unknown ? A : never
export type Result<Tasks, Task extends keyof Tasks> = Tasks[Task] extends (...all: never[]) => infer R
  ? Awaited<R>
  : never

/** A task took longer than any sane book does; the next attempt would most likely, too. */
export class TaskTimeoutError extends Error {
  override readonly name = 'TaskTimeoutError'
}

/** The worker ended (killed, out of memory, crashed in native code) before it had answered. */
export class WorkerLostError extends Error {
  override readonly name = 'WorkerLostError'
}

/** A process that does one task at a time, warm since it was started. */
export interface WorkerProcess<Tasks> {
  readonly pid: number
  /** Resident memory after its last task, bytes. */
  readonly memory: number
  /** False once it has ended or is about to. */
  readonly isFit: boolean
  /** How it ended, in words. */
  readonly ended: Promise<string>
  run<Task extends keyof Tasks>(
    task: Task,
    argument: Argument<Tasks, Task>,
    limitMs?: number,
  ): Promise<Result<Tasks, Task>>
  /** Ends it, whatever it does: it holds nothing that could be lost. Resolves when it is gone. */
  end(): Promise<void>
}

export interface WorkerProcessOptions<Tasks> {
  /** Path of the program that it runs. */
  program: string
  /** Longest time for one task, milliseconds; then the process is ended. */
  timeoutMs: number
  /** Told of the process before it is warm, so that it can be ended then, too. */
  started(worker: WorkerProcess<Tasks>): void
}

/** What every program can do: a small task of each kind, after which the first real one is fast. */
export interface WarmUp {
  warmUp(): Promise<void>
}

/** Starts a process and has it warm up. Throws when it ends, or takes too long, before it is warm. */
export async function startWorkerProcess<Tasks extends WarmUp>(
  options: WorkerProcessOptions<Tasks>,
): Promise<WorkerProcess<Tasks>> {
  const { program, timeoutMs, started } = options
  const child = fork(program, {
    execArgv: nodeOptions,
    env: workerEnvironment(process.env),
    // Pictures, tracks and books cross as bytes, not as text.
    serialization: 'advanced',
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const ended = endOf(child)
  let isFit = true
  let memory = 0
  void ended.then(() => {
    isFit = false
  })
  const worker: WorkerProcess<Tasks> = {
    pid: child.pid ?? 0,
    ended,
    get memory() {
      return memory
    },
    get isFit() {
      return isFit
    },
    async run<Task extends keyof Tasks>(
      task: Task,
      argument: Argument<Tasks, Task>,
      limitMs = timeoutMs,
    ): Promise<Result<Tasks, Task>> {
      try {
        const answer = await ask(child, { task: String(task), argument }, limitMs)
        memory = answer.memory
        if ('error' in answer) throw answer.error
        return answer.result as Result<Tasks, Task>
      } catch (error) {
        // What becomes of the task in hand is of no use, and one that can't be talked to takes no other.
        if (error instanceof TaskTimeoutError || error instanceof WorkerLostError) await worker.end()
        throw error
      }
    },
    async end() {
      isFit = false
      child.kill('SIGKILL')
      await ended
    },
  }
  started(worker)
  try {
    await worker.run('warmUp', undefined as Argument<Tasks, 'warmUp'>)
  } catch (error) {
    await worker.end()
    throw error
  }
  return worker
}

function endOf(child: ChildProcess): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>()
  child.once('exit', (code, signal) => resolve(signal ?? `exit code ${code}`))
  // Without a number it was never started. Any other trouble with it shows in its end, or in what was sent to it.
  child.on('error', (error) => child.pid === undefined && resolve(error.message))
  return promise
}

async function ask(child: ChildProcess, order: Order, timeoutMs: number): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>()
  const lost = (how: string, cause?: Error) =>
    reject(new WorkerLostError(`the worker of ${order.task} was lost (${how})`, { cause }))
  const exited = (code: number | null, signal: string | null) => lost(signal ?? `exit code ${code}`)
  const tooLong = () => reject(new TaskTimeoutError(`${order.task} took longer than ${timeoutMs} ms`))
  const timer = setTimeout(tooLong, timeoutMs)
  child.once('message', resolve)
  child.once('exit', exited)
  try {
    child.send(order, (error) => error && lost('it takes no task', error))
    return await promise
  } finally {
    clearTimeout(timer)
    child.off('message', resolve)
    child.off('exit', exited)
  }
}
