import { runMain } from '@guidebook/service-kit/main'

await runMain('releases', () => import('./start.ts'))
