import { answerTasks } from '../worker-pool/answer-tasks.ts'
import { imageTasks } from './image-tasks.ts'

answerTasks(imageTasks)
