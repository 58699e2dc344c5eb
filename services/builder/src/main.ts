import { readSettings, runMain } from '@guidebook/service-kit'
import { configFrom, spec } from './config.ts'
import { startService } from './service.ts'

await runMain({ name: 'builder', start: (env) => startService(configFrom(readSettings(spec, env))) })
