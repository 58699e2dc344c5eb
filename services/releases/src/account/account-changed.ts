import type { MessageHandler } from '@guidebook/service-kit'
import type { Context } from '../context.ts'

/** Keeps what releases show of an account; an older state than the one that is known is ignored. */
export const accountChanged =
  ({ accounts }: Pick<Context, 'accounts'>): MessageHandler<'account.changed.v1'> =>
  async ({ data }, { once }) => {
    await once((trx) => accounts.remember(trx, data))
  }
