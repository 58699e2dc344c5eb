export { isOutage } from './outage.ts'
export { fail, failWith, ServiceError, type ServiceErrorOptions } from './service-error.ts'
