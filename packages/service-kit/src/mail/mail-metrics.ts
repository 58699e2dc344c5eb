import type { Logger } from 'pino'
import type { Database } from '../database/database.ts'
import { meter, observeGauges } from '../telemetry/index.ts'
import { waitingMails } from './mail-queries.ts'

/** Measures the mails that wait to be sent. Returns a function to call for each mail that ended. */
export function mailMetrics(database: Database, log: Logger): (outcome: 'sent' | 'failed') => void {
  const instruments = meter('@guidebook/service-kit')
  const waiting = instruments.createObservableGauge('outgoing_mails_waiting', {
    description: 'Mails that wait to be sent; larger numbers than 10,000 are reported as 10,000.',
  })
  const age = instruments.createObservableGauge('outgoing_mails_oldest_age', {
    description: 'Age of the oldest mail that waits to be sent.',
    unit: 's',
  })
  observeGauges(instruments, [waiting, age], log, async () => {
    const { count, ageSeconds } = await waitingMails(database.knex)
    return [
      [waiting, count],
      [age, ageSeconds],
    ]
  })
  const settled = instruments.createCounter('outgoing_mails_settled', { description: 'Sent and undeliverable mails.' })
  for (const outcome of ['sent', 'failed']) settled.add(0, { outcome })
  return (outcome) => settled.add(1, { outcome })
}
