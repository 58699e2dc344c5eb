import { serviceNames } from '@guidebook/contracts'
import { replaceAll, scale } from '../engine/replace.ts'
import { describeAccount } from '../load/account-for.ts'
import { withLoad } from '../load/with-load.ts'
import type { Step } from '../step.ts'
import { down } from './down.ts'

/** The new schemas first, then the new services, one replica at a time: old and new ones run side by side. */
export const skew: Step = {
  name: 'skew',
  title: "the previous commit's services run on the new schemas while the new ones start",
  async run(context) {
    const { system, previous, report } = context
    const found = await system.docker('images', '--quiet', `guidebook/releases:${previous}`)
    if (found.trim() === '') {
      const command = `GUIDEBOOK_TAG=${previous} docker compose build`
      throw new Error(`no images of the previous commit: run "${command}" in a checkout of it`)
    }
    await down.run(context)
    const old = context.tagged(previous)
    await old.compose('up', '--detach')
    await scale(old, Object.fromEntries(serviceNames.map((service) => [service, 2])))
    const account = await withLoad({ system: old, report }, async ({ requests }) => {
      for (const service of serviceNames) await system.compose('run', '--rm', '-T', '--no-deps', `migrate-${service}`)
      report(`    new schemas under the previous services: ${requests.failures.length} failed requests`)
      for (const service of serviceNames) await replaceAll(system, service)
    })
    const counts = `${serviceNames.length} schemas migrated, ${serviceNames.length * 2} replicas replaced; ${describeAccount(account)}`
    if (account.failed > 0) throw new Error(counts)
    return counts
  },
}
