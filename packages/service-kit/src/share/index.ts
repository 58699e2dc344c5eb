export { FairBudget } from './fair-budget.ts'
