/** Options that many commands share. */
import type { ArgDef } from 'citty'

export const commonArguments = {
  every: {
    json: { type: 'boolean', description: 'Print JSON for programs' },
    'admin-url': {
      type: 'string',
      valueHint: 'url',
      description: 'Admin listener; else GUIDEBOOK_ADMIN_URL, else the local system',
    },
    'admin-token': {
      type: 'string',
      valueHint: 'token',
      description: 'Or @/path of its file; else GUIDEBOOK_ADMIN_TOKEN',
    },
    'no-color': { type: 'boolean', description: 'No colours, as with NO_COLOR' },
  },
  change: {
    'dry-run': { type: 'boolean', description: 'Check what can be checked, show what would be sent, send nothing' },
  },
  confirming: { yes: { type: 'boolean', alias: 'y', description: 'Do not ask whether it is meant' } },
  repeatable: {
    'idempotency-key': {
      type: 'string',
      valueHint: 'key',
      description: 'Of an earlier attempt, so that its repeat has no second effect',
    },
  },
} as const satisfies Record<string, Record<string, ArgDef>>
