import type { ServiceName } from '@guidebook/contracts'
import { commonSettings, migrate, readSettings } from '@guidebook/service-kit'
import { packagedFolder } from '@guidebook/service-kit/packaged-folder'
import type { Command } from './command.ts'

/** The migrations of all services are beside the bundle; in the tree, in the folder of each service. */
const folderOf = (service: ServiceName): URL =>
  packagedFolder(`migrations/${service}`, import.meta.url, `../../../services/${service}/migrations`)

/** Applies the missing migrations of a service. `DATABASE_URL`: its own role, which owns the schema. */
export const migrateService =
  (service: ServiceName): Command =>
  (_, env) => {
    const { DATABASE_URL: url } = readSettings({ DATABASE_URL: commonSettings.DATABASE_URL }, env)
    return async () => {
      const applied = await migrate({ url, schema: service, directory: folderOf(service) })
      return applied.length === 0 ? 'the schema is up to date' : `applied ${applied.join(', ')}`
    }
  }
