import { examine } from '@guidebook/cli/doctor'
import { isFree } from '../ports.ts'
import { findLeftovers } from '../processes/leftovers.ts'
import { unreadiness } from '../services/readiness.ts'
import { type Description, readDescription } from '../state/description.ts'
import { lockHolder } from '../state/lock.ts'
import { readPorts } from '../state/stored-ports.ts'
import { oneLineMessage } from '../user-facing-error.ts'
import { type Finding, note, ok, problem, warning } from './finding.ts'

async function readiness(name: string, { url, healthUrl, log }: Description['services'][string]): Promise<Finding> {
  const reason = await unreadiness(healthUrl)
  return reason === undefined ? ok(name, `ready at ${url}`) : problem(name, `not ready, ${reason}: see ${log}`)
}

const services = ({ services: described }: Description) =>
  Promise.all(Object.entries(described).map(([name, service]) => readiness(name, service)))

/** What "guidebook doctor" finds: dead letters, messages and mails that wait, webhooks that fail. */
async function examined({ adminUrl, adminToken }: Description): Promise<Finding[]> {
  try {
    const { findings } = await examine({ url: adminUrl, token: adminToken, from: 'the local system' })
    return findings.flatMap(({ state, subject, message, remedy }) => {
      if (state === 'ok') return []
      return [(state === 'warning' ? warning : problem)(subject, `${message}. ${remedy}`)]
    })
  } catch (error) {
    return [problem('system', `cannot be examined: ${oneLineMessage(error)}`)]
  }
}

async function takenPorts(data: string): Promise<Finding[]> {
  const stored = Object.entries(readPorts(data))
  const free = await Promise.all(stored.map(([, port]) => isFree(port)))
  const taken = stored.filter((_, index) => !free[index])
  return taken.map(([purpose, port]) =>
    note(purpose, `another program uses port ${port}: the next start changes all ports`),
  )
}

/** The state of the local system: running, stopped or killed. */
export async function runningSystem(data: string): Promise<Finding[]> {
  const holder = lockHolder(data)
  if (holder !== undefined) {
    const description = readDescription(data)
    if (!description) return [ok('system', `starting (process ${holder})`)]
    const found = await Promise.all([services(description), examined(description)])
    return [ok('system', `runs at ${description.baseUrl} (process ${holder})`), ...found.flat()]
  }
  const leftovers = await findLeftovers(data)
  if (leftovers.length > 0) {
    const names = leftovers.map(({ name, pid }) => `${name} (${pid})`).join(', ')
    return [note('system', `killed, and left behind ${names}: "npm run down" or the next start stops them`)]
  }
  return [ok('system', 'not running'), ...(await takenPorts(data))]
}
