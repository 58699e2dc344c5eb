import { type ChildProcess, fork } from 'node:child_process'
import type { TaskReply, TaskRequest } from './answer-tasks.ts'
import { workerEnvironment } from './worker-environment.ts'

/**
 * The heap holds the largest book (`mostPoints` track points). The small young generation limits garbage: without it a worker grows to several
 * times of what it uses. The parent's options, such as its loaders, are not inherited.
 */
const nodeOptions = ['--max-old-space-size=768', '--max-semi-space-size=8', '--heap-growing-percent=40']

/** Argument and result of a task, by its name in an interface such as `RenderTasks`. */
export type Argument<Tasks, Task extends keyof Tasks> = Tasks[Task] extends (argument: infer A) => unknown ? A : never
export type Result<Tasks, Task extends keyof Tasks> = Tasks[Task] extends (...all: never[]) => infer R
  ? Awaited<R>
  : never

/** A task exceeded its time limit; another attempt most likely would, too. */
export class TaskTimeoutError extends Error {
  override readonly name = 'TaskTimeoutError'
}

/** The worker exited (killed, out of memory, crashed in native code) before it replied. */
export class WorkerLostError extends Error {
  override readonly name = 'WorkerLostError'
}

/** A warmed-up process that runs one task at a time. */
export interface WorkerProcess<Tasks> {
  readonly pid: number
  /** Resident memory after its last task, bytes. */
  readonly memory: number
  /** False once it has exited or is about to. */
  readonly isFit: boolean
  /** Resolves with the reason when the process exits. */
  readonly ended: Promise<string>
  run<Task extends keyof Tasks>(
    task: Task,
    argument: Argument<Tasks, Task>,
    limitMs?: number,
  ): Promise<Result<Tasks, Task>>
  /** Kills the process; it holds no state that could be lost. Resolves when it has exited. */
  end(): Promise<void>
}

export interface WorkerProcessOptions<Tasks> {
  /** Path of its program. */
  program: string
  /** Time limit of one task, milliseconds; then the process is killed. */
  timeoutMs: number
  /** Receives the process before it is warm, so that it can be ended then, too. */
  started(worker: WorkerProcess<Tasks>): void
}

/** Every program has this task: it runs a small task of each kind, so that the first real one is fast. */
export interface WarmUp {
  warmUp(): Promise<void>
}

/** Starts a process and warms it up. Throws when it exits or exceeds the time limit before it is warm. */
export async function startWorkerProcess<Tasks extends WarmUp>(
  options: WorkerProcessOptions<Tasks>,
): Promise<WorkerProcess<Tasks>> {
  const { program, timeoutMs, started } = options
  const child = fork(program, {
    execArgv: nodeOptions,
    env: workerEnvironment(process.env),
    // Images, tracks and books are sent as bytes, not as JSON.
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
        const reply = await send(child, { task: String(task), argument }, limitMs)
        memory = reply.memory
        if ('error' in reply) throw reply.error
        return reply.result as Result<Tasks, Task>
      } catch (error) {
        // The result of the current task is useless, and a process that cannot be reached takes no other.
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
  // Without a pid the process never started. Other errors show in its exit or when a task is sent.
  child.on('error', (error) => child.pid === undefined && resolve(error.message))
  return promise
}

async function send(child: ChildProcess, request: TaskRequest, timeoutMs: number): Promise<TaskReply> {
  const { promise, resolve, reject } = Promise.withResolvers<TaskReply>()
  const lost = (how: string, cause?: Error) =>
    reject(new WorkerLostError(`the worker of ${request.task} was lost (${how})`, { cause }))
  const exited = (code: number | null, signal: string | null) => lost(signal ?? `exit code ${code}`)
  const tooLong = () => reject(new TaskTimeoutError(`${request.task} took longer than ${timeoutMs} ms`))
  const timer = setTimeout(tooLong, timeoutMs)
  child.once('message', resolve)
  child.once('exit', exited)
  try {
    child.send(request, (error) => error && lost('it does not accept tasks', error))
    return await promise
  } finally {
    clearTimeout(timer)
    child.off('message', resolve)
    child.off('exit', exited)
  }
}
