import { serviceNames } from '@guidebook/contracts'
import { describeAccount } from '../load/account-for.ts'
import { withLoad } from '../load/with-load.ts'
import type { Step } from '../step.ts'

const drainsWithinMs = 60_000

export const loss: Step = {
  name: 'loss',
  title:
    'one replica of each service is killed under load: only its requests fail, and all work is done within a minute',
  async run(context) {
    const { system, report } = context
    let mayFail = 0
    const account = await withLoad(context, async ({ requests }) => {
      for (const service of serviceNames) {
        const replicas = await system.replicas(service)
        const [victim, other] = replicas
        if (!victim || !other) throw new Error(`${service} needs two replicas: run the step "scale" before`)
        const before = requests.failures.length
        mayFail += requests.running
        await system.docker('kill', '--signal', 'KILL', victim.id)
        // A killed container is not restarted by its policy, because the engine takes it for stopped by hand.
        await system.docker('start', victim.id)
        await system.healthy(service, replicas.length)
        report(`    ${service}: killed, ${requests.failures.length - before} failed requests`)
      }
    })
    const counts = `${serviceNames.length} replicas killed; ${describeAccount(account)}; ${mayFail} were running at the kills`
    if (account.failed > mayFail) throw new Error(counts)
    if (account.drainedMs > drainsWithinMs) throw new Error(`${counts}; that took longer than a minute`)
    return counts
  },
}
