import { type Clock, meter } from '@guidebook/service-kit'
import type { EndedMail } from './finish-mail.ts'

/** Measures how long mails take. Returns the function to call for each mail that ended. */
export const mailDurations = (clock: Clock): ((mail: EndedMail | undefined) => void) => {
  const durations = meter('importer').createHistogram('importer_mail_duration_seconds', {
    description: 'From the arrival of a mail until all its rows have an outcome, by the final state of the mail',
    unit: 's',
    advice: { explicitBucketBoundaries: [1, 2.5, 5, 10, 30, 60, 120, 300, 900, 1_800, 3_600, 14_400] },
  })
  return (mail) => {
    if (mail === undefined) return
    const { state, receivedAt } = mail
    durations.record(Math.max(0, (clock.now().getTime() - receivedAt.getTime()) / 1_000), { state })
  }
}
