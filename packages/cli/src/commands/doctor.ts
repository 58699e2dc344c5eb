import { operations, type PartStatus } from '@guidebook/contracts'
import { reading } from '../command.ts'
import { exitCodes } from '../exit-codes.ts'
import { type Cell, fields, moment, section, table } from '../output/layout.ts'
import type { Paint } from '../output/paint.ts'

const paintOf = ({ status }: PartStatus, paint: Paint) => (status === 'up' ? paint.good : paint.bad)

/** What a service needs and does not have. */
const missing = ({ checks }: PartStatus): string =>
  Object.entries(checks)
    .filter(([, state]) => state === 'down')
    .map(([name]) => name)
    .join(', ')

/** A name that a program gave, as a person reads it: `lastPoll` is `last poll`. */
const inWords = (name: string): string => name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)

const shown = (value: string | number | boolean | null): Cell =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value) ? moment(value) : value

/** What services know of the things they need. */
const factLines = (parts: readonly PartStatus[]): [label: string, value: Cell][] =>
  parts.flatMap(({ name, facts = {} }) =>
    Object.entries(facts).flatMap(([check, known]) =>
      Object.entries(known).map(([fact, value]): [string, Cell] => [
        `${name}, ${check}: ${inWords(fact)}`,
        shown(value),
      ]),
    ),
  )

export const doctor = reading({
  summary: 'See how the system fares: reachability, version, every service, dead letters',
  examples: ['guidebook doctor', 'guidebook doctor --json | jq .healthy'],
  async read(_, { admin }) {
    const { connection, read } = admin()
    const [{ body: status }, { body: deadLetters }] = await Promise.all([
      read(operations.readStatus, {}),
      read(operations.listAllDeadLetters, {}),
    ])
    const waiting = deadLetters.queues.reduce((sum, { count }) => sum + count, 0)
    const sick = status.parts.filter(({ status: state }) => state !== 'up')
    const facts = factLines(status.parts)
    const isHealthy = sick.length === 0 && waiting === 0 && deadLetters.unreachable.length === 0
    const unknown = deadLetters.unreachable.length === 0 ? '' : `, not known of ${deadLetters.unreachable.join(', ')}`
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
              ['NAME', 'STATE', 'MISSES'],
              status.parts.map((part): Cell[] => [
                part.name,
                { text: part.status, paint: paintOf(part, paint) },
                missing(part),
              ]),
              paint,
            ),
            paint,
          ),
          ...(facts.length === 0 ? [] : [section('What they know', fields(facts, paint), paint)]),
          isHealthy ? paint.good('Nothing is wrong.') : paint.bad('There is something to mend.'),
        ].join('\n\n'),
      notes: waiting === 0 ? [] : ['"guidebook dead-letters list" tells why they could not be handled.'],
      exitCode: isHealthy ? exitCodes.done : exitCodes.failed,
    }
  },
})
