import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { run } from '../engine/run.ts'
import { adminTokenFile, describeComposition, smtpPasswordFile } from '../load/target.ts'
import type { Step } from '../step.ts'

export const acceptance: Step = {
  name: 'acceptance',
  title: 'the acceptance tests pass against the running replicas',
  async run({ system }) {
    const folder = mkdtempSync(join(tmpdir(), 'guidebook-containers-'))
    try {
      const { baseUrl, adminUrl, mail, webhookReceiver } = await describeComposition(system, folder)
      const options = {
        url: baseUrl,
        admin: adminUrl,
        'admin-token': `@${adminTokenFile(system)}`,
        smtp: mail.smtpUrl,
        'smtp-password': `@${smtpPasswordFile(system)}`,
        'import-address': mail.importAddress,
        'webhook-host': webhookReceiver.host ?? '',
        'webhook-port': String(webhookReceiver.port),
        'webhook-certificate': webhookReceiver.certificate,
        'webhook-key': webhookReceiver.key,
      }
      const args = Object.entries(options).flatMap(([name, value]) => [`--${name}`, value])
      const { code, output } = await run('npm', ['run', 'acceptance', '--', ...args], {
        cwd: system.folder,
        show: true,
      })
      if (code !== 0) throw new Error('the acceptance tests failed')
      return output.trim().split('\n').at(-1) ?? ''
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  },
}
