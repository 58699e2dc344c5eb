/** Authenticates and counts requests: partners by account, everyone else by network address. */
import type { Operation } from '@guidebook/contracts'
import { type ExchangeContext, ServiceError, type StatedIdentity } from '@guidebook/service-kit'
import { authenticate, keyIn } from '../api-key/authenticate.ts'
import type { Keyring } from '../api-key/keyring.ts'
import type { NoteRequest } from '../journal/note-request.ts'
import type { ClientAddress } from '../rate-limit/client-address.ts'
import type { Limiter } from '../rate-limit/limiter.ts'

export interface AdmissionOptions {
  keyring: Keyring
  addressOf: ClientAddress
  noteRequest: NoteRequest
  limits: Record<'accounts' | 'travellers' | 'unauthorized', Limiter>
}

/** A traveller needs no proof: the link is the secret, and releases checks it. */
const traveller: StatedIdentity = { scope: 'traveller', account: null, oid: null, test: false, actor: 'traveller' }

export function createAdmission({ keyring, addressOf, noteRequest, limits }: AdmissionOptions) {
  return { admit, countAddress }

  /** Returns the sender. Throws 401, 403 `account-mismatch` or 429. */
  async function admit(
    ctx: ExchangeContext,
    operation: Operation,
    params: Readonly<Record<string, string>>,
  ): Promise<StatedIdentity> {
    const { exchange } = ctx.state
    if (operation.audience === 'traveller') {
      await countAddress(ctx)
      return traveller
    }
    const identity = await prove(ctx)
    exchange.account = identity.account
    noteRequest(ctx, operation, identity)
    await limits.accounts.take(identity.account ?? '', exchange.headers)
    if (params.account !== undefined && params.account !== identity.account) throw new ServiceError('account-mismatch')
    return identity
  }

  /** Counts a request that needs no key. Throws 429. */
  async function countAddress({ req, state }: ExchangeContext): Promise<void> {
    await limits.travellers.take(addressOf(req), state.exchange.headers)
  }

  /**
   * Counts requests without a valid key by network address, after the key was looked up: a valid key passes whatever else comes from its
   * address. The keyring's single lane of look-ups protects the database from many unknown keys.
   */
  async function prove({ req }: ExchangeContext): Promise<StatedIdentity> {
    try {
      return await authenticate(keyring, keyIn(req.headers.authorization))
    } catch (error) {
      if (error instanceof ServiceError && error.code === 'unauthorized')
        await limits.unauthorized.take(addressOf(req), {})
      throw error
    }
  }
}
