import { setting } from './setting.ts'

/** The database of a service. Beside the other settings, because a migration needs and loads no more. */
export const databaseSettings = {
  DATABASE_URL: setting.url({
    description: 'Database, as the role that owns the schema of the service.',
    protocols: ['postgres:', 'postgresql:'],
    secret: true,
  }),
}
