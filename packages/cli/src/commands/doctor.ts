import { operations, type PartStatus } from '@guidebook/contracts'
import { reading } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'
import { type Cell, fields, moment, section, table } from '../output/layout.ts'
import type { Paint } from '../output/paint.ts'

const paintOf = ({ status }: PartStatus, paint: Paint) => (status === 'up' ? paint.good : paint.bad)

/** The dependencies of a service that are down. */
const missing = ({ checks }: PartStatus): string =>
  Object.entries(checks)
    .filter(([, state]) => state === 'down')
    .map(([name]) => name)
    .join(', ')

/** `lastPoll` as `last poll`. */
const toWords = (name: string): string => name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)

const shown = (value: string | number | boolean | null): Cell =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value) ? moment(value) : value

/** Facts of the services' readiness checks. */
const factLines = (parts: readonly PartStatus[]): [label: string, value: Cell][] =>
  parts.flatMap(({ name, facts = {} }) =>
    Object.entries(facts).flatMap(([check, values]) =>
      Object.entries(values).map(([fact, value]): [string, Cell] => [
        `${name}, ${check}: ${toWords(fact)}`,
        shown(value),
      ]),
    ),
  )

export const doctor = reading({
  summary: 'Check the system: reachability, version, every service, dead letters',
  examples: ['guidebook doctor', 'guidebook doctor --json | jq .healthy'],
  async read(_, { admin }) {
    const { connection, read } = admin()
    const [{ body: status }, { body: deadLetters }] = await Promise.all([
      read(operations.readStatus, {}),
      read(operations.listAllDeadLetters, {}),
    ])
    const waiting = deadLetters.queues.reduce((sum, { count }) => sum + count, 0)
    const down = status.parts.filter(({ status: state }) => state !== 'up')
    const facts = factLines(status.parts)
    const isHealthy = down.length === 0 && waiting === 0 && deadLetters.unreachable.length === 0
    const unknown = deadLetters.unreachable.length === 0 ? '' : `, unknown for ${deadLetters.unreachable.join(', ')}`
    return {
      json: { healthy: isHealthy, adminUrl: connection.url, ...status, deadLetters },
      text: (paint) =>
        [
          fields(
            [
              ['Admin listener', { text: connection.url, paint: paint.strong }],
              ['Address from', connection.from],
              ['Version', status.version],
              [
                'Dead letters',
                { text: `${waiting}${unknown}`, paint: waiting === 0 && unknown === '' ? paint.good : paint.bad },
              ],
            ],
            paint,
          ),
          section(
            'Services',
            table(
              ['NAME', 'STATE', 'DOWN'],
              status.parts.map((part): Cell[] => [
                part.name,
                { text: part.status, paint: paintOf(part, paint) },
                missing(part),
              ]),
              paint,
            ),
            paint,
          ),
          ...(facts.length === 0 ? [] : [section('Details', fields(facts, paint), paint)]),
          isHealthy ? paint.good('Everything works.') : paint.bad('There are problems.'),
        ].join('\n\n'),
      notes: waiting === 0 ? [] : ['"guidebook dead-letters list" shows why they could not be handled.'],
      exitCode: isHealthy ? exitCodes.done : exitCodes.failed,
    }
  },
})
