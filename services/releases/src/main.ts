import { readSettings, runMain } from '@guidebook/service-kit'
import { configFrom, spec } from './config.ts'
import { startService } from './service.ts'

await runMain({ name: 'releases', start: (env) => startService(configFrom(readSettings(spec, env))) })
