import { useQuery } from '@tanstack/react-query'
import { useAccount } from '../api/account.tsx'
import { isDue } from '../ui/delivery-states.ts'

/** One more than are counted: of so many, the messages say that there are more than ten. */
const limit = 11

/** What has failed, waits for people, or is in progress. The cards of the start page share one query. */
export function useWork() {
  const { account, client } = useAccount()
  return useQuery({
    queryKey: [account.id, 'work'],
    queryFn: async () => {
      const { imports, webhook } = client.account
      const [endpoint, builds, failed, newest, quarantined, processing, pending] = await Promise.all([
        webhook.read(),
        client.releases.list({ account: account.id, state: 'failed', limit }).page(),
        webhook.deliveries({ state: 'failed', limit }).page(),
        imports.list({ limit: 10 }).page(),
        imports.list({ state: 'quarantined', limit }).page(),
        imports.list({ state: 'processing', limit: 1 }).page(),
        webhook.deliveries({ state: 'pending', limit: 1 }).page(),
      ])
      return {
        webhook: endpoint,
        builds: builds.items,
        failed: failed.items,
        imports: newest.items,
        quarantined: quarantined.items,
        isImporting: processing.items.length > 0,
        isDelivering: pending.items.length > 0,
        isSending: pending.items.some((delivery) => isDue(delivery)),
      }
    },
    // Only while something runs, so that a page left open does not keep its session from ending.
    refetchInterval: ({ state: { data } }) => data !== undefined && (data.isImporting || data.isSending) && 10_000,
  })
}

/** The newest releases whose builds wait or run. */
export function useBuilding() {
  const { account, client } = useAccount()
  return useQuery({
    queryKey: [account.id, 'work', 'building'],
    queryFn: () => client.releases.list({ account: account.id, state: 'building', limit: 3 }).page(),
    // Builds take seconds.
    refetchInterval: ({ state: { data } }) => (data !== undefined && data.items.length > 0 ? 10_000 : false),
  })
}
