import { operations } from '@guidebook/contracts'
import { findAccount } from '../admin/find.ts'
import { definedFields, option } from '../arguments.ts'
import { group, reading } from '../command.ts'
import { type Cell, moment, table } from '../output/layout.ts'

/** Page size for people. */
const shown = 50

const list = reading({
  summary: 'List what support changed, newest first',
  args: {
    account: option('account', 'Only changes of this account, by id or OID'),
    by: option('name', 'Only changes with the admin token of this name'),
  },
  examples: ['guidebook actions list --account ABC', 'guidebook actions list --by anna'],
  async read({ account: named, by }, session) {
    const account = named === undefined ? undefined : (await findAccount(session, named)).id
    const actor = by === undefined ? undefined : `support:${by}`
    const query = { ...definedFields({ account, actor }), limit: shown }
    const found = await session.read(operations.listAdminActions, { query })
    const rows = found.items.map((one): Cell[] => [
      moment(one.at),
      one.actor,
      one.operation,
      one.status === null ? null : { text: one.status, style: one.status < 400 ? 'good' : 'bad' },
      one.account,
      Object.entries(one.parameters)
        .filter(([name]) => name !== 'account' && name !== 'account_id')
        .map(([name, value]) => `${name}=${value}`)
        .join(' '),
      one.requestId,
    ])
    return {
      json: found,
      show:
        rows.length === 0
          ? 'No changes.'
          : table(['AT', 'BY', 'OPERATION', 'STATUS', 'ACCOUNT', 'PARAMETERS', 'REQUEST'], rows),
      notes: found.nextCursor === null ? [] : [`Only the newest ${shown} are shown.`],
    }
  },
})

export const actions = group('Log of changes by support: list', { list })
