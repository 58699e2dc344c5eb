import { runMain } from '@guidebook/service-kit/main'

await runMain('importer', () => import('./start.ts'))
