import { serviceNames } from '@guidebook/contracts'
import { scale } from '../engine/replace.ts'
import { describeAccount } from '../load/account-for.ts'
import { withLoad } from '../load/with-load.ts'
import type { Step } from '../step.ts'
import { demonstrate } from './demo.ts'
import { down } from './down.ts'

const nodes = ['rabbitmq', 'rabbitmq-2', 'rabbitmq-3']

/** Quorum queues are declared while all three nodes run, so this step begins with an empty system. */
export const cluster: Step = {
  name: 'cluster',
  title: 'RabbitMQ of three nodes: each is killed under load, and nothing fails, is lost or doubled',
  async run(context) {
    await down.run(context)
    const system = context.clustered()
    const clustered = { ...context, system }
    await system.compose('up', '--detach')
    for (const node of nodes) await system.healthy(node, 1)
    await scale(system, Object.fromEntries(serviceNames.map((service) => [service, 2])))
    await demonstrate(clustered)
    const account = await withLoad(clustered, async ({ requests }) => {
      for (const node of nodes) {
        const before = requests.failures.length
        const [container] = await system.replicas(node)
        if (!container) throw new Error(`${node} does not run`)
        await system.docker('kill', '--signal', 'KILL', container.id)
        await system.docker('start', container.id)
        await system.healthy(node, 1)
        context.report(`    ${node}: killed, ${requests.failures.length - before} failed requests`)
      }
    })
    const counts = `${nodes.length} nodes killed; ${describeAccount(account)}`
    if (account.failed > 0) throw new Error(counts)
    return counts
  },
}
