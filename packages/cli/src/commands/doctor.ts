import { operations, type PartStatus } from '@guidebook/contracts'
import { reading } from '../command.ts'
import { exitCodes } from '../command-error.ts'
import { blocks, type Cell, fields, moment, section, strong, table } from '../output/layout.ts'

/** The dependencies of a service that are down. */
const missing = ({ checks }: PartStatus): string =>
  Object.keys(checks)
    .filter((name) => checks[name] === 'down')
    .join(', ')

/** `lastPoll` as `last poll`. */
const toWords = (name: string): string => name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)

const shown = (value: string | number | boolean | null): Cell =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value) ? moment(value) : value

/** Facts of the services' readiness checks. */
const factsOf = (parts: readonly PartStatus[]): Record<string, Cell> =>
  Object.fromEntries(
    parts.flatMap(({ name, facts = {} }) =>
      Object.entries(facts).flatMap(([check, values]) =>
        Object.entries(values).map(([fact, value]) => [`${name}, ${check}: ${toWords(fact)}`, shown(value)]),
      ),
    ),
  )

export const doctor = reading({
  summary: 'Check the system: reachability, version, every service, dead letters',
  examples: ['guidebook doctor', 'guidebook doctor --json | jq .healthy'],
  async read(_, { connection, read }) {
    const [status, deadLetters] = await Promise.all([
      read(operations.readStatus, {}),
      read(operations.listAllDeadLetters, {}),
    ])
    const { url, from } = connection()
    const { parts } = status
    const { queues, unreachable } = deadLetters
    const waiting = queues.reduce((sum, { count }) => sum + count, 0)
    const facts = factsOf(parts)
    const areLettersFine = waiting === 0 && unreachable.length === 0
    const isHealthy = areLettersFine && parts.every((part) => part.status === 'up')
    const unknown = unreachable.length === 0 ? '' : `, unknown for ${unreachable.join(', ')}`
    const services = parts.map((part): Cell[] => [
      part.name,
      { text: part.status, style: part.status === 'up' ? 'good' : 'bad' },
      missing(part),
    ])
    return {
      json: { healthy: isHealthy, adminUrl: url, ...status, deadLetters },
      show: blocks(
        fields({
          'Admin listener': strong(url),
          'Address from': from,
          Version: status.version,
          'Dead letters': { text: `${waiting}${unknown}`, style: areLettersFine ? 'good' : 'bad' },
        }),
        section('Services', table(['NAME', 'STATE', 'DOWN'], services)),
        Object.keys(facts).length === 0 ? null : section('Details', fields(facts)),
        (paint) => (isHealthy ? paint('good', 'Everything works.') : paint('bad', 'There are problems.')),
      ),
      notes: waiting === 0 ? [] : ['"guidebook dead-letters list" shows why they could not be handled.'],
      exitCode: isHealthy ? exitCodes.done : exitCodes.failed,
    }
  },
})
