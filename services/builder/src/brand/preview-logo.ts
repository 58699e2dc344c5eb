/** Previews of logos, for an account that chooses its brand. */
import { operations } from '@guidebook/contracts'
import { FairSemaphore, fail, type Route, route } from '@guidebook/service-kit'
import type { BuildContext } from '../context.ts'
import { faultIn, loadLogo } from './brand-logo.ts'
import { logoMediaType } from './logo-queries.ts'

/** Concurrent previews, and requests that wait: each may fetch from a slow server and holds a worker for a moment. */
const previewShares = { capacity: 4, perOwner: 1, mostWaiting: 64, waitMs: 10_000 }
/** Time of one preview in the workers, milliseconds. */
const budgetMs = 10_000

type Needs = Pick<BuildContext, 'logos' | 'store' | 'logoFetcher' | 'renderer' | 'decoder'>

export function logoRoutes({ logos, store, logoFetcher, renderer, decoder }: Needs): Route[] {
  const shares = new FairSemaphore(previewShares)

  /** The fresh copy of a build, or what is at the address now. Stores nothing: people type many addresses. */
  async function preview(account: string, address: string, signal: AbortSignal): Promise<Uint8Array> {
    const known = await logos.find(account, address)
    if (known?.isFresh && known.logo !== null) return await store.read(known.logo.key)
    const share = { account, budgetMs }
    const workers = { renderer: renderer.forBuild(share), decoder: decoder.forBuild(share) }
    try {
      return (await loadLogo(address, { ...workers, logoFetcher, signal })).bytes
    } catch (error) {
      const fault = faultIn(error)
      // Builds use the last good copy as well.
      if (known?.logo) return await store.read(known.logo.key)
      return fail('logo-unavailable', `The logo could not be fetched: ${fault}.`)
    }
  }

  return [
    route(operations.previewLogo, async ({ identity, query: { address }, signal }) => {
      const account = identity.account ?? fail('forbidden')
      const bytes = await shares.run(account, () => preview(account, address, signal), { signal })
      return { status: 200, contentType: logoMediaType, body: Buffer.from(bytes) }
    }),
  ]
}
