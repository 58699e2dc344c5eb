/** The services. The gateway is first: the others call it when they start. */
export { type ServiceName, serviceNames } from '@guidebook/contracts'
export { forEachService } from '@guidebook/deployment'
