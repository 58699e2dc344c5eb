import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  createWorkerPool,
  type TaskRunner,
  type WorkerPool,
  type WorkerPoolOptions,
} from '../worker-pool/worker-pool.ts'
import type { RenderTasks } from './worker.ts'

/** Beside this module: `worker.ts`, or `worker.js` in the bundle. */
const program = fileURLToPath(new URL(`./worker${extname(import.meta.url)}`, import.meta.url))

/** Processes that typeset books and run all other long calculations. */
export type Renderer = WorkerPool<RenderTasks>
export type RenderTaskRunner = TaskRunner<RenderTasks>

export const createRenderer = (options: Omit<WorkerPoolOptions<RenderTasks>, 'name' | 'program' | 'sticky'>) =>
  createWorkerPool<RenderTasks>({ ...options, name: 'renderer', program, sticky: 'printBook' })
