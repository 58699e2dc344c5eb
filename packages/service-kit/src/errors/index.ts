export { dailyLimitReached } from './daily-limit.ts'
export { DependencyUnavailableError, isOutage } from './outage.ts'
export { fail, failWith, ServiceError } from './service-error.ts'
