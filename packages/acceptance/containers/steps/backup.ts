import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serviceNames } from '@guidebook/contracts'
import { untilNoneLeft } from '../../src/eventually.ts'
import { retryingClient } from '../../src/retrying-client.ts'
import { backUp, destroy, restore } from '../engine/backup.ts'
import { scale } from '../engine/replace.ts'
import { startLoad } from '../load/load.ts'
import { describeComposition } from '../load/target.ts'
import type { Step } from '../step.ts'

const enoughReleases = 15
const patienceMs = 120_000

export const backup: Step = {
  name: 'backup',
  title:
    'after a backup under load, the loss of all data and a restore, every acknowledged release is there and its link works',
  async run({ system, report }) {
    const folder = mkdtempSync(join(tmpdir(), 'guidebook-backup-'))
    try {
      const description = await describeComposition(system, folder)
      const load = await startLoad(description)
      const { releases } = load.acknowledged
      await untilNoneLeft('releases to create', patienceMs, () => Math.max(0, enoughReleases - releases.length))
      // What is acknowledged from here on may or may not be in the backup.
      const acknowledged = releases.map(({ link }) => link)
      await backUp(system, folder)
      const during = releases.length - acknowledged.length
      await load.stop()
      await load.ledger.stop()
      report(`    ${acknowledged.length} releases acknowledged before the backup, ${during} during it`)
      await destroy(system)
      await restore(system, folder)
      await scale(system, Object.fromEntries(serviceNames.map((service) => [service, 2])))

      const traveller = retryingClient(description.baseUrl, null)
      const works = async (link: string) => {
        const answers = await Promise.all(['', '/roadbook.pdf'].map((file) => traveller.download(`/t/${link}${file}`)))
        return answers.every(({ status }) => status === 200)
      }
      let working = new Set<string>()
      await untilNoneLeft('restored releases without a working link', patienceMs, async () => {
        const checked = await Promise.all(acknowledged.map(async (link) => ((await works(link)) ? [link] : [])))
        working = new Set(checked.flat())
        return acknowledged.length - working.size
      })
      const lost = acknowledged.length - working.size
      return `${acknowledged.length} releases acknowledged, ${working.size} restored with a working link, ${lost} lost`
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  },
}
