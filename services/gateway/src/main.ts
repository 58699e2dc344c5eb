import { runMain } from '@guidebook/service-kit/main'

await runMain('gateway', () => import('./start.ts'))
