/** Who may come in, and how often: keys by their own count, everyone without one by network address. */
import type { PathMatch } from '@guidebook/contracts'
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
  limits: Record<'keys' | 'travellers' | 'wrongKeys', Limiter>
}

/** A traveller proves nothing: the link is the secret, and the service that knows it decides. */
const traveller: StatedIdentity = { scope: 'traveller', account: null, oid: null, test: false, actor: 'traveller' }

/** Answers who asks. Throws 401, 403 `account-mismatch` or 429. */
export function createAdmission({ keyring, addressOf, noteRequest, limits }: AdmissionOptions) {
  return async function admit(ctx: ExchangeContext, { operation, params }: PathMatch): Promise<StatedIdentity> {
    const { exchange } = ctx.state
    if (operation.audience === 'traveller') {
      await limits.travellers.take(addressOf(ctx.req), exchange.headers)
      return traveller
    }
    const identity = await prove(ctx)
    exchange.account = identity.account
    noteRequest(ctx, operation, identity)
    await limits.keys.take(`${identity.account} ${identity.keyPrefix}`, exchange.headers)
    if (params.account !== undefined && params.account !== identity.account) throw new ServiceError('account-mismatch')
    return identity
  }

  /** Who tries keys finds the door shut after some; a key that has proved good lately still opens it, since addresses are shared. */
  async function prove({ req }: ExchangeContext): Promise<StatedIdentity> {
    const key = keyIn(req.headers.authorization)
    if (keyring.isTrusted(key)) return authenticate(keyring, key)
    const address = addressOf(req)
    await limits.wrongKeys.requireLeft(address)
    try {
      return await authenticate(keyring, key)
    } catch (error) {
      if (error instanceof ServiceError && error.code === 'unauthorized') await limits.wrongKeys.note(address)
      throw error
    }
  }
}
