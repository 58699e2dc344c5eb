/**
 * The SQL condition that the account in a column is suspended, by this service's copy of it. Its imports that have begun wait until it is
 * reactivated: their rows get no commands.
 */
export const isSuspended = (account: string): string =>
  `exists (select from account_projections p where p.id = ${account} and p.projection ->> 'suspended' = 'true')`
