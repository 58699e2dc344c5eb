import type { ServerResponse } from 'node:http'
import { ClientDisconnectedError, FairBudget, ServiceError, type StatedIdentity } from '@guidebook/service-kit'

interface ConcurrencyLimits {
  perAccount: number
  perAddress: number
}

/** Seconds until one of the requests under way may have ended. */
const retryAfter = '1'

/** Bounds the requests that an account, or the travellers at a network address, have under way: from admission to the last byte of the answer. */
export function createConcurrentRequests({ perAccount, perAddress }: ConcurrencyLimits) {
  const ofAccounts = new FairBudget({ total: Number.POSITIVE_INFINITY, perOwner: perAccount })
  const ofAddresses = new FairBudget({ total: Number.POSITIVE_INFINITY, perOwner: perAddress })

  /** Throws 429 when the owner has too many. */
  return function enter(owner: string, { account }: StatedIdentity, response: ServerResponse): void {
    if (response.destroyed) throw new ClientDisconnectedError('the client left during admission')
    const requests = account === null ? ofAddresses : ofAccounts
    if (!requests.take(owner)) throw tooMany(account === null ? perAddress : perAccount)
    response.once('close', () => requests.give(owner))
  }
}

const tooMany = (most: number) =>
  new ServiceError('rate-limited', {
    detail: `${most} requests are under way already. Wait until one of them ends.`,
    headers: { 'Retry-After': retryAfter },
  })
