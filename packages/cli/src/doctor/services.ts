import type { PartStatus } from '@guidebook/contracts'
import { largest, textOf } from './facts.ts'
import { counted, type Finding, ok, problem, warning } from './finding.ts'

/** What to do when a dependency of a service is down, by the name of its check. */
const remedies: Readonly<Record<string, string>> = {
  database: 'Check that PostgreSQL accepts connections at the DATABASE_URL of the service.',
  schema: 'Run the migrations of the service; its log names the missing ones.',
  broker: 'Check that RabbitMQ accepts connections at the AMQP_URL of the service, and the rights of its user.',
  'object store': 'Check that the object store responds at OBJECT_STORE_URL, and the rights of its user.',
  mailbox: 'Check that the IMAP server responds at IMAP_URL, and the password.',
  'mail folders': 'Check that the folders of the mailbox exist and have room.',
}

/** The state of every replica: whether it is reachable and ready, and its dependencies. */
export function serviceFindings(parts: readonly PartStatus[]): Finding[] {
  return [...Map.groupBy(parts, ({ name }) => name)].flatMap(([name, replicas]) => {
    const found = replicas.flatMap(replicaFindings)
    const up = replicas.filter(({ status }) => status === 'up').length
    return up === 0 ? found : [ok(name, `${counted(up, 'replica')} ready`), ...found]
  })
}

function replicaFindings({ name, status, checks, facts }: PartStatus): Finding[] {
  const where = textOf(facts?.process?.instance) ?? 'a replica'
  if (status === 'up') return []
  if (status === 'draining') {
    return [warning(name, `${where} is stopping`, 'Nothing, if it is being restarted. Otherwise look at its log.')]
  }
  if (status === 'unreachable') {
    const setting = `${name.toUpperCase()}_URL`
    return [problem(name, 'does not respond', `Check that it runs, and that ${setting} of the gateway names it.`)]
  }
  const down = Object.keys(checks).filter((check) => checks[check] === 'down')
  return down.map((check) =>
    problem(name, `${check} is down at ${where}`, remedies[check] ?? `Look at the log of ${name}.`),
  )
}

/** Whether all replicas run the same build. */
export function versionFindings(parts: readonly PartStatus[]): Finding[] {
  const builds = Map.groupBy(
    parts.filter(({ facts }) => facts?.process !== undefined),
    ({ facts }) => `${textOf(facts?.process?.version)} (${textOf(facts?.process?.revision)})`,
  )
  const [only] = builds.keys()
  if (only === undefined) return []
  if (builds.size === 1) return [ok('version', only)]
  const list = [...builds].map(([build, running]) => {
    const names = [...new Set(running.map(({ name }) => name))]
    return `${build} of ${names.join(', ')}`
  })
  const message = `different versions run side by side: ${list.join('; ')}`
  return [warning('version', message, 'Finish the upgrade, or roll it back.')]
}

/** Whether the schema of each service is the one of its version. A missing migration is also a check that is down. */
export function schemaFindings(parts: readonly PartStatus[]): Finding[] {
  const reporting = parts.filter(({ facts }) => facts?.schema !== undefined)
  const groups = [...Map.groupBy(reporting, ({ name }) => name)]
  const found = groups.flatMap(([name, replicas]) => {
    const count = largest(replicas, 'schema', 'ahead') ?? 0
    if (count === 0) return []
    const message = `its schema has ${counted(count, 'migration')} of a later version`
    return [warning(name, message, 'Finish the upgrade, or roll it back as docs/operations/upgrade.md describes.')]
  })
  const isCurrent =
    reporting.length > 0 && found.length === 0 && reporting.every(({ checks }) => checks.schema === 'up')
  return isCurrent ? [ok('schema', `current in ${counted(groups.length, 'service')}`)] : found
}
