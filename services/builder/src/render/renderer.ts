import { fileURLToPath } from 'node:url'
import {
  createWorkerPool,
  type TaskRunner,
  type WorkerPool,
  type WorkerPoolOptions,
} from '../worker-pool/worker-pool.ts'
import type { RenderTasks } from './tasks.ts'

/** Beside this module: `worker.ts`, or `worker.js` in the bundle. */
const workerProgram = fileURLToPath(
  new URL(import.meta.url.endsWith('.ts') ? './worker.ts' : './worker.js', import.meta.url),
)

/** Processes that typeset books and run all other long calculations. */
export type Renderer = WorkerPool<RenderTasks>
export type RenderTaskRunner = TaskRunner<RenderTasks>

export type RendererOptions = Omit<WorkerPoolOptions<RenderTasks>, 'name' | 'program' | 'sticky'> & {
  /** Program of the workers; by default `worker.ts`. */
  program?: string
}

export const createRenderer = ({ program = workerProgram, ...options }: RendererOptions): Renderer =>
  createWorkerPool<RenderTasks>({ ...options, name: 'renderer', program, sticky: 'printBook' })
