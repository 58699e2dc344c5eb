/**
 * The SQL condition that the account in a column is suspended, by this service's copy of it. What has begun of its imports waits until the account is
 * reactivated: rows get no commands.
 */
export const isSuspended = (account: string): string =>
  `exists (select from account_projections p where p.id = ${account} and p.projection ->> 'suspended' = 'true')`
