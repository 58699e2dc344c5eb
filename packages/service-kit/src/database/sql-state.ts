/** Error codes of PostgreSQL (documentation, appendix A). */
export const sqlState = {
  serializationFailure: '40001',
  deadlockDetected: '40P01',
  undefinedTable: '42P01',
  queryCanceled: '57014',
} as const

/** The SQLSTATE of a database error, otherwise null; system errors have codes of another form. */
export function sqlStateOf(error: unknown): string | null {
  const code = (error as { code?: unknown } | null)?.code
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) ? code : null
}

/**
 * Whether the database cancelled a statement that ran for too long. This is no outage (`isOutage`): a message or build that always takes so long
 * would be repeated forever, without counting attempts.
 */
export const isStatementTimeout = (error: unknown): boolean => sqlStateOf(error) === sqlState.queryCanceled

/** The name of the violated constraint, otherwise null. The feature that owns the constraint translates it. */
export function constraintOf(error: unknown): string | null {
  // SQLSTATE class 23 is "integrity constraint violation".
  if (!sqlStateOf(error)?.startsWith('23')) return null
  return (error as { constraint?: string }).constraint ?? null
}
