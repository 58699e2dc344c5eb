import type { ServerResponse } from 'node:http'
import { ClientDisconnectedError, FairBudget, ServiceError, type StatedIdentity } from '@guidebook/service-kit'
import type { GatewaySettings } from '../config.ts'
import { countRefusals } from '../rate-limit/refusals.ts'

/** Seconds until one of the concurrent requests may have ended. */
const retryAfter = '1'

type Limits = Pick<GatewaySettings, 'CONCURRENT_REQUESTS_PER_ACCOUNT' | 'CONCURRENT_REQUESTS_PER_ADDRESS'>

/** Limits the concurrent requests of an account, or of the travellers at a network address: from admission to the last byte of the response. */
export function createConcurrentRequests(settings: Limits) {
  const limited = (most: number, name: string) => {
    return { most, budget: new FairBudget({ total: Infinity, perOwner: most }), onRefused: countRefusals(name) }
  }
  const ofAccounts = limited(settings.CONCURRENT_REQUESTS_PER_ACCOUNT, 'concurrent-of-account')
  const ofAddresses = limited(settings.CONCURRENT_REQUESTS_PER_ADDRESS, 'concurrent-of-address')

  /** Throws 429 when the owner has too many. */
  return function enter(owner: string, { account }: StatedIdentity, response: ServerResponse): void {
    if (response.destroyed) throw new ClientDisconnectedError('the client left during admission')
    const { most, budget, onRefused } = account === null ? ofAddresses : ofAccounts
    if (!budget.take(owner)) {
      onRefused()
      throw tooMany(most)
    }
    response.once('close', () => budget.give(owner))
  }
}

const tooMany = (most: number) =>
  new ServiceError('rate-limited', {
    detail: `${most} requests are under way already. Wait until one of them ends.`,
    headers: { 'Retry-After': retryAfter },
  })
