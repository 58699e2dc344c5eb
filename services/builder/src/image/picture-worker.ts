import { answerTasks } from '../render/answer-tasks.ts'
import { pictureTasks } from './picture-tasks.ts'

answerTasks(pictureTasks)
