import { readSettings, runMain } from '@guidebook/service-kit'
import { spec } from './config.ts'
import { startService } from './service.ts'

await runMain({ name: 'importer', start: (env) => startService(readSettings(spec, env)) })
