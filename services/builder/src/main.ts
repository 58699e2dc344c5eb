import { runMain } from '@guidebook/service-kit/main'

await runMain('builder', () => import('./start.ts'))
