import type { Finding } from '../doctor/finding.ts'
import { givenServerFindings } from '../doctor/given-servers.ts'
import { dataFolder, disk, memory, postgres, programs } from '../doctor/machine.ts'
import { runningSystem } from '../doctor/running-system.ts'
import { givenServers } from '../system/given-servers.ts'
import type { Command } from './command.ts'

const marks: Record<Finding['state'], string> = { good: 'good ', 'mends-itself': 'note ', wrong: 'WRONG' }

/** Says what is missing or wrong on this machine and what to do about it. */
export const doctor: Command = async ({ data, env, tell }) => {
  const findings = [
    disk(data),
    memory(),
    dataFolder(data),
    await postgres(),
    ...programs(),
    ...(await givenServerFindings(givenServers(env))),
    ...(await runningSystem(data)),
  ]
  for (const { about, state, says } of findings) tell(`${marks[state]} ${about}: ${says}`)
  const faults = findings.filter(({ state }) => state === 'wrong').length
  tell(faults === 0 ? 'nothing is wrong' : `${faults} to mend`)
  return faults === 0 ? 0 : 1
}
