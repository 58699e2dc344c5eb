/** Processes are killed at random moments, one use of the system after the other: nothing is lost, nothing is doubled. */
import { afterAll, beforeAll, describe } from 'vitest'
import { noLimits, type RunningSystem, startSystem } from '../src/running-system.ts'
import { importFaults } from './faults/of-imports.ts'
import { releaseFaults } from './faults/of-releases.ts'
import { webhookFaults } from './faults/of-webhooks.ts'

let system: RunningSystem
beforeAll(async () => {
  system = await startSystem({ ...noLimits, WEBHOOK_TIMEOUT: '3s' })
}, 300_000)
afterAll(() => system?.stop(), 120_000)

describe('releases', () => releaseFaults(() => system))
describe('webhooks', () => webhookFaults(() => system))
describe('imports', () => importFaults(() => system))
