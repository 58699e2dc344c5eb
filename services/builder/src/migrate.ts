import { runMigrations } from '@guidebook/service-kit'
import { migrations, schema } from './schema.ts'

await runMigrations({ schema, directory: migrations })
