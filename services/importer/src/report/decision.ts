export const decisions = ['created', 'changed', 'unchanged', 'failed'] as const
/** The outcome of a row. */
export type Decision = (typeof decisions)[number]
