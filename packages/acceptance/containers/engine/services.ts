export const services = ['gateway', 'geodata', 'releases', 'builder', 'webhooks', 'importer'] as const

export const jobs = ['setup', 'database', 'broker', 'bucket', ...services.map((service) => `migrate-${service}`)]

export const servers = ['postgres', 'rabbitmq', 's3', 'imap', 'redis', 'mail', 'proxy']
