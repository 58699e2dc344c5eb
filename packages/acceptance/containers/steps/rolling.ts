import { serviceNames } from '@guidebook/contracts'
import { replaceAll } from '../engine/replace.ts'
import { describeAccount } from '../load/account-for.ts'
import { withLoad } from '../load/with-load.ts'
import type { Step } from '../step.ts'

export const rolling: Step = {
  name: 'rolling',
  title: 'every replica is replaced under load: nothing fails, nothing is lost or doubled',
  async run(context) {
    let replaced = 0
    const account = await withLoad(context, async ({ requests }) => {
      for (const service of serviceNames) {
        const before = requests.failures.length
        const count = await replaceAll(context.system, service)
        replaced += count
        context.report(`    ${service}: ${count} replaced, ${requests.failures.length - before} failed requests`)
      }
    })
    const counts = `${replaced} replicas replaced; ${describeAccount(account)}`
    if (account.failed > 0) throw new Error(counts)
    return counts
  },
}
