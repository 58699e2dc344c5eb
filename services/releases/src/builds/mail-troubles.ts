import { queueMail } from '@guidebook/service-kit'
import type { Knex } from 'knex'
import type { FullRelease } from '../release/queries.ts'
import type { BuildWarning } from './build-warning.ts'
import { troublesMail } from './troubles-mail.ts'

/** Background errors of a release go to the address that its request named, if it named one. */
export async function mailTroubles(
  trx: Knex.Transaction,
  { release, parties }: FullRelease,
  warnings: readonly BuildWarning[],
  outcome: 'published' | 'failed',
): Promise<void> {
  const troubles = warnings.filter(({ severity }) => severity !== 'info')
  if (release.email === null || troubles.length === 0) return
  await queueMail(trx, troublesMail(release.email, release, { troubles, outcome }, parties.provider.defaultLang))
}
