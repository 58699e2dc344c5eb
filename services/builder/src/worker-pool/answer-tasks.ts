import { constants, setPriority } from 'node:os'

/** What a worker is told to do. */
export interface Order {
  task: string
  argument: unknown
}

/** How it went, and what the worker has in memory since (resident, bytes). */
export type Answer = ({ result: unknown } | { error: Error }) & { memory: number }

/** Does what the parent process sends, one task at a time, and ends with it. */
export function answerTasks<Tasks extends object>(tasks: Tasks): void {
  // Nobody waits for a book as for an answer: when the processors are busy, requests come first.
  setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
  const byName = tasks as Record<string, ((argument: unknown) => unknown) | undefined>
  process.on('message', async ({ task, argument }: Order) => {
    const outcome = await attempt(() => {
      const run = byName[task]
      if (run === undefined) throw new TypeError(`this program has no task ${task}`)
      return run(argument)
    })
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
