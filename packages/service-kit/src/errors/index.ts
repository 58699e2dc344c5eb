export { DependencyUnavailableError } from './dependency-unavailable-error.ts'
export { isOutage } from './outage.ts'
export { fail, failWith, ServiceError } from './service-error.ts'
