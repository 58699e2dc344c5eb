import { flushCompileCache } from 'node:module'
import { constants, setPriority } from 'node:os'

/** A task for a worker. */
export interface TaskRequest {
  task: string
  argument: unknown
}

/** The outcome of a task, and the worker's resident memory after it, bytes. */
export type TaskReply = ({ result: unknown } | { error: Error }) & { memory: number }

/** Runs the tasks that the parent process sends, one at a time. Exits when the parent exits. */
export function answerTasks<Tasks extends object>(tasks: Tasks): void {
  // Requests come before books: a traveller waits for a response, nobody waits for a book.
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
  const byName = tasks as Record<string, ((argument: unknown) => unknown) | undefined>
  process.on('message', async ({ task, argument }: TaskRequest) => {
    const outcome = await attempt(() => {
      const run = byName[task]
      if (run === undefined) throw new TypeError(`this program has no task ${task}`)
      return run(argument)
    })
    // Sending fails when the parent has exited; `disconnect` then ends this process.
    process.send?.({ ...outcome, memory: process.memoryUsage.rss() } satisfies TaskReply, () => undefined)
    // Node.js stores compiled code at exit, but workers are killed.
    if (task === 'warmUp') flushCompileCache()
  })
  // The parent was killed or has exited.
  process.on('disconnect', () => process.exit())
  // Ctrl-C and `systemctl stop` signal the whole process group. The service ends its workers itself, after it has released its builds.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined)
}

async function attempt(work: () => unknown): Promise<{ result: unknown } | { error: Error }> {
  try {
    return { result: await work() }
  } catch (error) {
    return { error: error instanceof Error ? error : new Error(String(error)) }
  }
}
