import { answerTasks } from '../worker-pool/answer-tasks.ts'
import { renderTasks } from './render-tasks.ts'

answerTasks(renderTasks())
