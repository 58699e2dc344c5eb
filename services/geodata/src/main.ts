import { runMain } from '@guidebook/service-kit/main'

await runMain('geodata', () => import('./start.ts'))
