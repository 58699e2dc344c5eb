import { renderTasks } from '../src/render/render-tasks.ts'
import { answerTasks } from '../src/worker-pool/answer-tasks.ts'

/** A render worker that does not warm up. */
answerTasks({ ...renderTasks(), warmUp: async () => undefined })
