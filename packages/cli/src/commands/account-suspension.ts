import { operations } from '@guidebook/contracts'
import { findAccount } from '../admin/find.ts'
import { accountArgument, option } from '../arguments.ts'
import { changing } from '../command.ts'
import { fields, good } from '../output/layout.ts'
import { showAccount } from './show.ts'

export const suspend = changing({
  summary: 'Suspend an account: keys, people and files are refused; Trip Links still work',
  args: { account: accountArgument, reason: { ...option('text', 'Why; only support sees it'), required: true } },
  confirms: true,
  examples: ['guidebook account suspend ABC --reason "Stolen key, see ticket 4711"'],
  async plan({ account: named, reason }, session) {
    const { id, oid, name } = await findAccount(session, named)
    const params = { account_id: id }
    return {
      ...session.change(operations.suspendAccount, { params, body: { reason } }, (account) => ({
        show: showAccount(account),
        notes: [`Reactivate it with "guidebook account reactivate ${oid}".`],
      })),
      confirm: `Suspend ${oid} (${name})? Its programs and people are refused within seconds. Travellers notice nothing.`,
    }
  },
})

export const reactivate = changing({
  summary: 'Reactivate a suspended account',
  args: { account: accountArgument },
  examples: ['guidebook account reactivate ABC'],
  async plan({ account: named }, session) {
    const { id, oid, suspension } = await findAccount(session, named)
    return {
      ...session.change(operations.reactivateAccount, { params: { account_id: id } }, () => ({
        json: { account: id, suspension: null },
        show: fields({ Account: oid, State: good('active') }),
        notes: [
          'Mails that arrived during the suspension are in quarantine: "guidebook import list --state quarantined".',
        ],
      })),
      notes: suspension === null ? [`${oid} is not suspended.`] : [],
    }
  },
})
