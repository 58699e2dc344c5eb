import type { Caller } from '../call/caller.ts'
import type { BodyOf, OptionsOf, ParamsOf, QueryOf } from '../call/operation-types.ts'
import type { CallOptions } from '../call/options.ts'

/** The webhook that tells you of releases partners share with you. Support sets its address. */
export const webhookOf = ({ call, list }: Caller) => ({
  /** `GET /account/webhook`: its address and whether it is on. */
  read: (options?: OptionsOf<'readWebhook'>) => call('readWebhook', {}, options),

  /** `GET /account/webhook/deliveries`: what was delivered, what waits and what failed, newest first. */
  deliveries: (query: QueryOf<'listDeliveries'> = {}, options?: CallOptions) =>
    list('listDeliveries', { query }, options),

  /** `GET /account/webhook/deliveries/{delivery_id}`: one delivery with the whole of what is kept of each answer. */
  delivery: (params: ParamsOf<'readDelivery'>, options?: OptionsOf<'readDelivery'>) =>
    call('readDelivery', { params }, options),

  /** `POST /account/webhook/deliveries/{delivery_id}/replay`: delivers again. */
  replay: (params: ParamsOf<'replayDelivery'>, options?: OptionsOf<'replayDelivery'>) =>
    call('replayDelivery', { params }, options),

  /** `POST /account/webhook/deliveries/replay`: delivers again all that failed, or a range. */
  replayMany: (body: BodyOf<'replayDeliveries'> = {}, options?: OptionsOf<'replayDeliveries'>) =>
    call('replayDeliveries', { body }, options),

  /** `POST /account/webhook/ping`: sends a sample record, with `id` 0. */
  ping: (options?: OptionsOf<'pingWebhook'>) => call('pingWebhook', {}, options),

  /**
   * `POST /account/webhook/secret`: replaces the secret; the new one is shown this once. For a while deliveries are signed with
   * both, so give `verifyWebhook` both. When the answer was lost on its way, the repeat gets 409 `secret-already-given`: rotate again.
   */
  rotateSecret: (options?: OptionsOf<'rotateWebhookSecret'>) => call('rotateWebhookSecret', {}, options),
})
