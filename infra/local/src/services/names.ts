/** The services. The gateway is first: the others call it when they start. */
export const serviceNames = ['gateway', 'geodata', 'releases', 'builder', 'webhooks', 'importer'] as const
export type ServiceName = (typeof serviceNames)[number]

/** Creates an object with an entry for each service. */
export const forEachService = <T>(make: (service: ServiceName) => T): Record<ServiceName, T> =>
  Object.fromEntries(serviceNames.map((service) => [service, make(service)])) as Record<ServiceName, T>
