import { countLimit, meter, observeGauges } from '@guidebook/service-kit'
import type { Context } from '../../context.ts'

/** Measures the commands that releases has not settled yet: how many, and how long the oldest has waited. */
export const observeCommands = ({ database, clock, log }: Pick<Context, 'database' | 'clock' | 'log'>): void => {
  const instruments = meter('importer')
  const unsettled = instruments.createObservableGauge('importer_commands_unsettled', {
    description: 'Rows whose command has no outcome yet; larger numbers than 10,000 are reported as 10,000',
  })
  const age = instruments.createObservableGauge('importer_oldest_command_age_seconds', {
    description: 'Time since the oldest of these commands was sent',
    unit: 's',
  })
  observeGauges(instruments, [unsettled, age], log, async () => {
    const { rows } = await database.knex.raw(
      `select (select count(*)::integer from (select from unsettled_commands limit ${countLimit}) counted) as unsettled,
         (select sent_at from unsettled_commands order by sent_at limit 1) as oldest`,
    )
    const sentAt: Date | null = rows[0].oldest
    return [
      [unsettled, rows[0].unsettled],
      [age, sentAt === null ? 0 : Math.max(0, (clock.now().getTime() - sentAt.getTime()) / 1_000)],
    ]
  })
}
