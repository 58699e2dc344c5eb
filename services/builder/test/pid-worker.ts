import { renderTasks } from '../src/render/render-tasks.ts'
import { answerTasks } from '../src/worker-pool/answer-tasks.ts'

/** A render worker that returns its pid instead of drawing. */
answerTasks({
  ...renderTasks(),
  warmUp: async () => undefined,
  printBook: () => process.pid as never,
  composePage: async () => process.pid as never,
})
