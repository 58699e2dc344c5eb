import { type ChildProcess, fork } from 'node:child_process'
import type { TaskReply, TaskRequest } from './answer-tasks.ts'

/**
 * The heap holds the largest book (`mostPoints` track points). The small young generation limits garbage: without it a worker grows to several
 * times of what it uses. The parent's options, such as its loaders, are not inherited.
 */
const nodeOptions = ['--max-old-space-size=768', '--max-semi-space-size=8', '--heap-growing-percent=40']

/** Memory allocation, library paths, time zone, temporary folder, cache of compiled code. */
const inherited = /^(MALLOC_\w+|GLIBC_TUNABLES|LD_\w+|DYLD_\w+|TZ|TMPDIR|SystemRoot|NODE_COMPILE_CACHE)$/

/** The environment of a worker. Workers process untrusted content, so they get no address and no secret. */
export const workerEnvironment = (environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(environment).filter(([name]) => inherited.test(name)))

/** Argument and result of a task, by its name in a type such as `RenderTasks`. */
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

/** A process that runs one task at a time. */
export class WorkerProcess<Tasks> {
  readonly #child: ChildProcess
  /** Resolves with the reason when the process exits. */
  readonly ended: Promise<string>
  /** Resident memory after its last task, bytes. */
  memory = 0
  /** False once it has exited or is about to. */
  isFit = true

  constructor(program: string) {
    this.#child = fork(program, {
      execArgv: nodeOptions,
      env: workerEnvironment(process.env),
      // Images, tracks and books are sent as bytes, not as JSON.
      serialization: 'advanced',
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    })
    this.ended = endOf(this.#child)
    void this.ended.then(() => {
      this.isFit = false
    })
  }

  get pid(): number {
    return this.#child.pid ?? 0
  }

  /** Kills the process if the task takes longer than `limitMs`. */
  async run<Task extends keyof Tasks>(
    task: Task,
    argument: Argument<Tasks, Task>,
    limitMs: number,
  ): Promise<Result<Tasks, Task>> {
    try {
      const reply = await send(this.#child, { task: String(task), argument }, limitMs)
      this.memory = reply.memory
      if ('error' in reply) throw reply.error
      return reply.result as Result<Tasks, Task>
    } catch (error) {
      // The result of the current task is useless, and a process that cannot be reached takes no other.
      if (error instanceof TaskTimeoutError || error instanceof WorkerLostError) await this.end()
      throw error
    }
  }

  /** Kills the process; it holds no state that could be lost. Resolves when it has exited. */
  async end(): Promise<void> {
    this.isFit = false
    this.#child.kill('SIGKILL')
    await this.ended
  }
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
