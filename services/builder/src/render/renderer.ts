import { fileURLToPath } from 'node:url'
import type { RenderTasks } from './tasks.ts'
import { createWorkerPool, type TaskRunner, type WorkerPool, type WorkerPoolOptions } from '../worker-pool/worker-pool.ts'

/** Beside this module: `worker.ts` as it is, or bundled as `worker.js`. */
const workerProgram = fileURLToPath(
  new URL(import.meta.url.endsWith('.ts') ? './worker.ts' : './worker.js', import.meta.url),
)

/** Processes in which books are typeset and everything else is calculated that takes long. */
export type Renderer = WorkerPool<RenderTasks>
export type RenderTaskRunner = TaskRunner<RenderTasks>

export type RendererOptions = Omit<WorkerPoolOptions<RenderTasks>, 'name' | 'program' | 'sticky'> & {
  /** What a worker runs; the one that draws unless said otherwise. */
  program?: string
}

export const createRenderer = ({ program = workerProgram, ...options }: RendererOptions): Renderer =>
  createWorkerPool<RenderTasks>({ ...options, name: 'renderer', program, sticky: 'printBook' })
