export { exitCodes } from './command-error.ts'
export type { ProcessContext } from './process-context.ts'
export { run } from './run.ts'
