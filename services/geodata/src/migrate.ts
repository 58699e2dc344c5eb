import { runMigrations } from '@guidebook/service-kit/migrations'
import { migrations, schema } from './schema.ts'

await runMigrations({ schema, directory: migrations })
