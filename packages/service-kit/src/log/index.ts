export { createLogger, type Logger } from './logger.ts'
export { describeError } from './redact.ts'
