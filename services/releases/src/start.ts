import { readSettings } from '@guidebook/service-kit'
import { spec } from './config.ts'
import { startService } from './service.ts'

export const start = (env: NodeJS.ProcessEnv) => startService(readSettings(spec, env))
