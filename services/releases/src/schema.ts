export const schema = 'releases'

/** The folder of this service's migrations, in the tree and in the bundle alike. */
export const migrations = new URL('../migrations/', import.meta.url)

/** What mends a schema that is older than the program. */
export const migrateCommand = 'node services/releases/dist/migrate.js'
