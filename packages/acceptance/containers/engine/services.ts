import { serviceNames } from '@guidebook/contracts'

export const jobs = ['setup', 'database', 'broker', 'bucket', ...serviceNames.map((service) => `migrate-${service}`)]

export const servers = ['postgres', 'rabbitmq', 's3', 'imap', 'redis', 'mail', 'proxy']
