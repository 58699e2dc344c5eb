import { readSettings } from '@guidebook/service-kit'
import { configFrom, spec } from './config.ts'
import { startService } from './service.ts'

export const start = (env: NodeJS.ProcessEnv) => startService(configFrom(readSettings(spec, env)))
