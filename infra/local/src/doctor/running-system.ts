import { isFree } from '../ports.ts'
import { unreadiness } from '../services/readiness.ts'
import { type Description, readDescription } from '../state/description.ts'
import { findLeftovers } from '../state/leftovers.ts'
import { lockState } from '../state/lock.ts'
import { readPorts } from '../state/stored-ports.ts'
import { type Finding, good, mendsItself, wrong } from './finding.ts'

async function readiness(name: string, { url, healthUrl, log }: Description['services'][string]): Promise<Finding> {
  const lacks = await unreadiness(healthUrl)
  return lacks === undefined ? good(name, `ready at ${url}`) : wrong(name, `not ready, ${lacks}: see ${log}`)
}

const services = ({ services: described }: Description) =>
  Promise.all(Object.entries(described).map(([name, service]) => readiness(name, service)))

async function takenPorts(data: string): Promise<Finding[]> {
  const stored = Object.entries(readPorts(data))
  const free = await Promise.all(stored.map(([, port]) => isFree(port)))
  return stored.flatMap(([purpose, port], index) =>
    free[index]
      ? []
      : [mendsItself(`port ${port}`, `taken by another program: ${purpose} gets another at the next start`)],
  )
}

/** How the local system fares: running, stopped or killed. */
export async function runningSystem(data: string): Promise<Finding[]> {
  const { holder, stale } = await lockState(data)
  if (holder) {
    const description = readDescription(data)
    if (!description) return [good('system', `starting (process ${holder.pid})`)]
    return [good('system', `runs at ${description.baseUrl} (process ${holder.pid})`), ...(await services(description))]
  }
  const left = await findLeftovers(data)
  if (left.length > 0) {
    const names = left.map(({ name, pid }) => `${name} (${pid})`).join(', ')
    return [mendsItself('system', `killed, and left behind ${names}: "npm run down" or the next start stops them`)]
  }
  const lock = stale ? [mendsItself('lock', 'left by a start that was killed: the next one takes it over')] : []
  return [good('system', 'not running'), ...lock, ...(await takenPorts(data))]
}
