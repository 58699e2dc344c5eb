/** The services, the one that others ask at their start first. */
export const serviceNames = ['gateway', 'geodata', 'releases', 'builder', 'webhooks', 'importer'] as const
export type ServiceName = (typeof serviceNames)[number]

/** An object with an entry for each service. */
export const forEachService = <T>(make: (service: ServiceName) => T): Record<ServiceName, T> =>
  Object.fromEntries(serviceNames.map((service) => [service, make(service)])) as Record<ServiceName, T>
