/** Options that many commands share. */
import type { ArgDef } from 'citty'

export const commonArguments = {
  every: {
    json: { type: 'boolean', description: 'Print JSON for programs' },
    'admin-url': {
      type: 'string',
      valueHint: 'url',
      description: 'Address of the admin listener (default: GUIDEBOOK_ADMIN_URL, then the local system)',
    },
    'admin-token': {
      type: 'string',
      valueHint: 'token',
      description: 'Admin token, or @/path of its file (default: GUIDEBOOK_ADMIN_TOKEN)',
    },
    'no-color': { type: 'boolean', description: 'No colours, as with NO_COLOR' },
  },
  change: {
    'dry-run': { type: 'boolean', description: 'Check the command and show the requests without sending them' },
  },
  confirming: { yes: { type: 'boolean', alias: 'y', description: 'Do not ask for confirmation' } },
  repeatable: {
    'idempotency-key': {
      type: 'string',
      valueHint: 'key',
      description: 'Key of an earlier attempt; the repeat has no second effect',
    },
  },
} as const satisfies Record<string, Record<string, ArgDef>>
