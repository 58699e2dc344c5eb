import { answerTasks } from '../src/worker-pool/answer-tasks.ts'
import { renderTasks } from '../src/render/render-tasks.ts'

/** A render worker that does all that others do, and draws nothing to get warm. */
answerTasks({ ...renderTasks(), warmUp: async () => undefined })
