import { serviceNames } from '@guidebook/contracts'
import { jobs, servers } from '../engine/services.ts'
import type { Step } from '../step.ts'

/** The whole system on an empty machine. */
export const up: Step = {
  name: 'up',
  title: 'the system starts: every job succeeds, every service is healthy',
  async run({ system }) {
    const startedAt = Date.now()
    await system.compose('up', '--detach')
    const containers = await system.containers()
    const failed = containers.filter(({ service, exitCode }) => jobs.includes(service) && exitCode !== 0)
    if (failed.length > 0) throw new Error(`failed jobs: ${failed.map(({ service }) => service).join(', ')}`)
    for (const service of [...serviceNames, ...servers.filter((one) => one !== 'mail')])
      await system.healthy(service, 1)
    const seconds = ((Date.now() - startedAt) / 1000).toFixed(0)
    return `${jobs.length} jobs succeeded, ${serviceNames.length} services and ${servers.length} servers run after ${seconds} s`
  },
}
