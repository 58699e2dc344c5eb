/** A program that starts as services do. */
import { runMain } from '../../src/lifecycle/run-main.ts'

await runMain('releases', () => import('./traced-service.ts'))
