import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import type { Component, Logger } from '@guidebook/service-kit'
import { Piscina } from 'piscina'
import type { RenderTasks } from './tasks.ts'

/** Beside this module: `worker.ts` as it is, or bundled as `worker.js`. */
const worker = fileURLToPath(new URL(import.meta.url.endsWith('.ts') ? './worker.ts' : './worker.js', import.meta.url))

export interface RendererOptions {
  /** Worker threads. */
  threads?: number
  /** Memory of the process (bytes) beyond which the workers are replaced. */
  memoryLimit: number
  /** Longest time for one task, milliseconds; then its worker is ended. */
  timeoutMs: number
  log: Logger
}

type Arguments<Task extends keyof RenderTasks> = Parameters<RenderTasks[Task]>[0]

export interface Renderer extends Component {
  start(): Promise<void>
  stop(): Promise<void>
  run<Task extends keyof RenderTasks>(
    task: Task,
    argument: Arguments<Task>,
  ): Promise<Awaited<ReturnType<RenderTasks[Task]>>>
}

/** A task took longer than any sane book does; the next attempt would most likely, too. */
export class RenderTimeout extends Error {
  override readonly name = 'RenderTimeout'
}

/**
 * Of each thread, in MiB. The heap has room for the largest book there may be (`mostPoints` of the tracks); the small
 * young generation keeps a thread from swelling to several times of what it uses.
 */
const resourceLimits = { maxOldGenerationSizeMb: 768, maxYoungGenerationSizeMb: 24 }

/** Too often would cost more than the memory is worth: each new worker reads the fonts anew. */
const leastTasks = 50

/**
 * Threads in which books are typeset, warm before the first one comes. When the process has grown past its limit the
 * threads are replaced: those at work finish what they have, new ones take over at once.
 */
export function createRenderer({
  threads = availableParallelism(),
  memoryLimit,
  timeoutMs,
  log,
}: RendererOptions): Renderer {
  const open = () =>
    new Piscina({
      filename: worker,
      minThreads: threads,
      maxThreads: threads,
      idleTimeout: Number.POSITIVE_INFINITY,
      // The parent's loaders and telemetry have no business in there.
      execArgv: [],
      recordTiming: false,
      // Waiting in an Atomics.wait, a thread would never run the finalizers that free what Typst has made.
      atomics: 'disabled',
      resourceLimits,
    })
  let pool: Piscina | undefined
  let tasks = 0
  const retiring = new Set<Promise<void>>()

  const warm = async (fresh: Piscina) => {
    try {
      await Promise.all(Array.from({ length: threads }, () => fresh.run(undefined, { name: 'warmUp' })))
    } catch (error) {
      if (fresh === pool) log.warn({ err: error }, 'a render worker did not get warm')
    }
  }
  const recycleWhenGrown = () => {
    if (++tasks < leastTasks || !pool) return
    const memory = process.memoryUsage.rss()
    if (memory <= memoryLimit) return
    log.info({ memory, memoryLimit, tasks }, 'render workers are replaced')
    tasks = 0
    const old = pool
    pool = open()
    void warm(pool)
    const closed = old.close().catch((error: unknown) => log.warn({ err: error }, 'old render workers did not end'))
    retiring.add(closed)
    void closed.then(() => retiring.delete(closed))
  }

  return {
    name: 'renderer',
    async start() {
      pool = open()
      void warm(pool)
    },
    async stop() {
      const last = pool
      pool = undefined
      await last?.destroy()
      await Promise.all(retiring)
    },
    async run(task, argument) {
      if (!pool) throw new Error('the renderer is not running')
      const timeout = AbortSignal.timeout(timeoutMs)
      try {
        return await pool.run(argument, { name: task, signal: timeout })
      } catch (error) {
        throw timeout.aborted ? new RenderTimeout(`${task} took longer than ${timeoutMs} ms`, { cause: error }) : error
      } finally {
        recycleWhenGrown()
      }
    },
  }
}
