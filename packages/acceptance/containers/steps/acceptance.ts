import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { run } from '../engine/run.ts'
import { describeComposition } from '../load/target.ts'
import type { Step } from '../step.ts'

export const acceptance: Step = {
  name: 'acceptance',
  title: 'the acceptance tests pass against two replicas of every service',
  async run({ system }) {
    const folder = mkdtempSync(join(tmpdir(), 'guidebook-containers-'))
    try {
      const { baseUrl, adminUrl, adminToken } = await describeComposition(system, folder)
      const args = ['run', 'acceptance', '--', '--url', baseUrl, '--admin', adminUrl]
      const env = { ...process.env, ADMIN_TOKEN: adminToken }
      const { code, output } = await run('npm', args, { cwd: system.folder, env, show: true })
      if (code !== 0) throw new Error('the acceptance tests failed')
      return output.trim().split('\n').at(-1) ?? ''
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  },
}
