import { type ServiceName, serviceNames } from '@guidebook/contracts'

export type PerService<T> = Record<ServiceName, T>

/** Creates an object with an entry for each service. */
export const forEachService = <T>(make: (service: ServiceName) => T): PerService<T> =>
  Object.fromEntries(serviceNames.map((service) => [service, make(service)])) as PerService<T>
