export const schema = 'builder'

/** The folder of this service's migrations, in the tree and in the bundle alike. */
export const migrations = new URL('../migrations/', import.meta.url)

/** What mends a schema that is older than the program. */
export const migrateCommand = 'node services/builder/dist/migrate.js'
