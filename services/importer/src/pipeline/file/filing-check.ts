import type { Database, HealthCheck } from '@guidebook/service-kit'

/**
 * Unhealthy while the server refuses to move decided mails; a folder is full, say. They stay in the inbox meanwhile. Only the
 * replica that `polls` says so: the others are no better or worse for it.
 */
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
