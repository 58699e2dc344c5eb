import { externalServerFindings } from '../doctor/external-servers.ts'
import { machine } from '../doctor/machine.ts'
import { runningSystem } from '../doctor/running-system.ts'
import { externalServers } from '../system/external-servers.ts'
import type { Command } from './command.ts'

/** Reports what is missing or wrong on this machine and what to do about it. */
export const doctor: Command = async ({ data, env, report }) => {
  const external = externalServers(env)
  const findings = [
    ...(await machine(data, external)),
    ...(await externalServerFindings(external)),
    ...(await runningSystem(data)),
  ]
  for (const { subject, state, message } of findings) report(`${state.padEnd(5)} ${subject}: ${message}`)
  const count = (wanted: string) => findings.filter(({ state }) => state === wanted).length
  const [problems, warnings] = [count('ERROR'), count('warn')]
  if (problems > 0) report(`problems to fix: ${problems}`)
  else report(warnings > 0 ? `no problems, but warnings: ${warnings}` : 'nothing is wrong')
  return problems === 0 ? 0 : 1
}
