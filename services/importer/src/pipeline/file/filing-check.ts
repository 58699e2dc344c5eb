import type { Database, HealthCheck } from '@guidebook/service-kit'

/** Unhealthy while the server refuses to move decided mails, for example because a folder is full. Only the leader (`polls`) reports it. */
export const filingCheck = (database: Database, polls: () => boolean): HealthCheck => ({
  name: 'mail folders',
  check: async () => {
    if (!polls()) return
    const { rows } = await database.knex.raw(
      `select count(*)::integer as count, min(filing_fault) as fault from mails
       where filed_to is null and filing_fault is not null`,
    )
    const { count, fault } = rows[0]
    if (count > 0) throw new Error(`${count} mails cannot be filed: ${fault}`)
  },
})
