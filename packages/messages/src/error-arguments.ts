/** The arguments of the messages about errors; see `arguments.ts`. A test compares them with the texts. */
export const errorArguments = {
  'rule.allowed-values': { allowed: 'text' },
  'rule.constant': { allowed: 'text' },
  'rule.max-fields': { limit: 'number' },
  'rule.max-items': { limit: 'number' },
  'rule.max-length': { limit: 'number' },
  'rule.maximum': { limit: 'number' },
  'rule.min-fields': { limit: 'number' },
  'rule.min-items': { limit: 'number' },
  'rule.min-length': { limit: 'number' },
  'rule.minimum': { limit: 'number' },
  'rule.outside-period': { start: 'text', end: 'text' },
  'rule.used-in': { release: 'text', guidebook: 'text', stage: 'text' },
} as const
