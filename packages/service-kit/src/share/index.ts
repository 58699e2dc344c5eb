export { FairBudget } from './fair-budget.ts'
export { FairSemaphore, type ShareLimits } from './fair-semaphore.ts'
