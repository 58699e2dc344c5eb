export { type BudgetOptions, FairBudget } from './fair-budget.ts'
