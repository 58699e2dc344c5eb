import { answerTasks } from '../src/worker-pool/answer-tasks.ts'
import { renderTasks } from '../src/render/render-tasks.ts'

const who = async () => process.pid as never

/** A render worker that tells which one it is in place of drawing. */
answerTasks({
  ...renderTasks(),
  warmUp: async () => undefined,
  printBook: () => process.pid as never,
  composePage: who,
})
