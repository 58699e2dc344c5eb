import type { RenderTasks } from './tasks.ts'

/** What a worker is told to do. */
export type Order = {
  [Task in keyof RenderTasks]: { task: Task; argument: Parameters<RenderTasks[Task]>[0] }
}[keyof RenderTasks]

/** How it went, and what the worker has in memory since (resident, bytes). */
export type Answer = ({ result: unknown } | { error: Error }) & { memory: number }

/** Does what the parent process sends, one task at a time, and ends with it. */
export function answerTasks(tasks: RenderTasks): void {
  process.on('message', async ({ task, argument }: Order) => {
    const outcome = await attempt(() => tasks[task](argument as never))
    // Whoever asked may be gone by now; then this process is about to end as well.
    process.send?.({ ...outcome, memory: process.memoryUsage.rss() } satisfies Answer, () => undefined)
  })
  // The parent was killed, or has ended without a word.
  process.on('disconnect', () => process.exit())
  // Ctrl-C and `systemctl stop` reach the whole group, but when the workers end is for the service to say: builds are to be put back first.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined)
}

async function attempt(work: () => unknown): Promise<{ result: unknown } | { error: Error }> {
  try {
    return { result: await work() }
  } catch (error) {
    return { error: error instanceof Error ? error : new Error(String(error)) }
  }
}
