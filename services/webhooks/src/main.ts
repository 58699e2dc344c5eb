import { runMain } from '@guidebook/service-kit/main'

await runMain('webhooks', () => import('./start.ts'))
