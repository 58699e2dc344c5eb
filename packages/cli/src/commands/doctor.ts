import type { PartStatus } from '@guidebook/contracts'
import { reading } from '../command.ts'
import { exitCodes } from '../command-error.ts'
import { examine } from '../doctor/examine.ts'
import { counted, type Finding } from '../doctor/finding.ts'
import { blocks, type Cell, fields, moment, type Style, section, strong, table } from '../output/layout.ts'

const styles: Readonly<Record<Finding['state'], Style>> = { ok: 'good', warning: 'warning', error: 'bad' }

/** `lastPoll` as `last poll`. */
const toWords = (name: string): string => name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)

const shown = (value: string | number | boolean | null): Cell =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value) ? moment(value) : value

/** Facts that the services report. */
const factsOf = (parts: readonly PartStatus[]): Cell[][] =>
  parts.flatMap(({ name, facts = {} }) =>
    Object.entries(facts).flatMap(([source, values]) =>
      Object.entries(values).map(([fact, value]) => [`${name}, ${source}: ${toWords(fact)}`, shown(value)]),
    ),
  )

export const doctor = reading({
  summary:
    'Check a system: every service and replica, versions, dead letters, outboxes, mailbox, webhooks, public address',
  examples: ['guidebook doctor', 'guidebook doctor --json | jq .healthy'],
  async read(_, { connection }) {
    const { url, from } = connection()
    const { status, deadLetters, findings } = await examine(connection())
    const [warnings, errors] = (['warning', 'error'] as const).map(
      (state) => findings.filter((finding) => finding.state === state).length,
    ) as [number, number]
    const rows = findings.map(({ state, subject, message }): Cell[] => [
      { text: state, style: styles[state] },
      subject,
      message,
    ])
    const facts = factsOf(status.parts)
    const found = [counted(errors, 'problem'), counted(warnings, 'warning')].join(', ')
    return {
      json: { healthy: errors === 0, adminUrl: url, findings, ...status, deadLetters },
      show: blocks(
        fields({ 'Admin listener': strong(url), 'Address from': from, 'Version of the gateway': status.version }),
        table(['STATE', 'SUBJECT', 'FOUND'], rows),
        facts.length === 0 ? null : section('Details', table(['FACT', 'VALUE'], facts)),
        (paint) =>
          errors + warnings === 0 ? paint('good', 'Everything works.') : paint(errors > 0 ? 'bad' : 'warning', found),
      ),
      notes: findings.flatMap(({ subject, remedy }) => (remedy === null ? [] : [`${subject}: ${remedy}`])),
      exitCode: errors === 0 ? exitCodes.done : exitCodes.failed,
    }
  },
})
