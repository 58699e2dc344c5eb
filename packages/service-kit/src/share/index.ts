export { FairBudget } from './fair-budget.ts'
export { FairSemaphore, NoShareError, type ShareLimits, type Waiting } from './fair-semaphore.ts'
