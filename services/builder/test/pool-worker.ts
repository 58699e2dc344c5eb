import { answerTasks } from '../src/worker-pool/answer-tasks.ts'

/** The tasks of a worker that draws nothing, so that it starts in a moment. */
export interface PoolTasks {
  warmUp(): Promise<void>
  /** The pid of the process. */
  where(): number
  /** The same, for a task that is faster where it ran before. */
  whereSticky(): number
  endless(): void
  fail(message: string): void
}

answerTasks<PoolTasks>({
  warmUp: async () => undefined,
  where: () => process.pid,
  whereSticky: () => process.pid,
  endless() {
    for (;;);
  },
  fail(message) {
    throw new Error(message)
  },
})
