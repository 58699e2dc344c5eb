export { createLogger, type Logger } from './logger.ts'
export { scrub } from './redact.ts'
