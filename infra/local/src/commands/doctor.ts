import { externalServerFindings } from '../doctor/external-servers.ts'
import type { Finding } from '../doctor/finding.ts'
import { dataFolder, disk, memory, postgres, programs } from '../doctor/machine.ts'
import { runningSystem } from '../doctor/running-system.ts'
import { externalServers } from '../system/external-servers.ts'
import type { Command } from './command.ts'

const marks: Record<Finding['state'], string> = { ok: 'ok   ', 'self-healing': 'note ', problem: 'ERROR' }

/** Reports what is missing or wrong on this machine and what to do about it. */
export const doctor: Command = async ({ data, env, report }) => {
  const findings = [
    disk(data),
    memory(),
    dataFolder(data),
    await postgres(),
    ...programs(),
    ...(await externalServerFindings(externalServers(env))),
    ...(await runningSystem(data)),
  ]
  for (const { subject, state, message } of findings) report(`${marks[state]} ${subject}: ${message}`)
  const problems = findings.filter(({ state }) => state === 'problem').length
  report(problems === 0 ? 'nothing is wrong' : `problems to fix: ${problems}`)
  return problems === 0 ? 0 : 1
}
