import { answerTasks } from './answer-tasks.ts'
import { renderTasks } from './render-tasks.ts'

answerTasks(renderTasks())
