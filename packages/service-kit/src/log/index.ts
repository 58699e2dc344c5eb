export { createLogger, type Logger } from './logger.ts'
export { describeError, scrub } from './redact.ts'
