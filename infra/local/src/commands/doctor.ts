import { externalServerFindings } from '../doctor/external-servers.ts'
import { machine } from '../doctor/machine.ts'
import { runningSystem } from '../doctor/running-system.ts'
import { externalServers } from '../system/external-servers.ts'
import type { Command } from './command.ts'

/** Reports what is missing or wrong on this machine and what to do about it. */
export const doctor: Command = async ({ data, env, report }) => {
  const findings = [
    ...(await machine(data)),
    ...(await externalServerFindings(externalServers(env))),
    ...(await runningSystem(data)),
  ]
  for (const { subject, state, message } of findings) report(`${state.padEnd(5)} ${subject}: ${message}`)
  const problems = findings.filter(({ state }) => state === 'ERROR').length
  report(problems === 0 ? 'nothing is wrong' : `problems to fix: ${problems}`)
  return problems === 0 ? 0 : 1
}
