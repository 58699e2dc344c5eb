export { exitCodes } from './exit-codes.ts'
export type { ProcessContext } from './process-context.ts'
export { run } from './run.ts'
