import type { Caller } from '../call/caller.ts'
import type { BodyOf, OptionsOf, ParamsOf, QueryOf } from '../call/operation-types.ts'
import type { CallOptions } from '../call/options.ts'

/** The webhook that reports releases partners share with you. Support sets its address. */
export const webhookOf = ({ call, list }: Caller) => ({
  /** `GET /account/webhook`: its address and whether it is enabled. */
  read: (options?: OptionsOf<'readWebhook'>) => call('readWebhook', {}, options),

  /** `GET /account/webhook/deliveries`: all deliveries, newest first. */
  deliveries: (query: QueryOf<'listDeliveries'> = {}, options?: CallOptions) =>
    list('listDeliveries', { query }, options),

  /** `GET /account/webhook/deliveries/{delivery_id}`: one delivery with the stored part of each response. */
  delivery: (params: ParamsOf<'readDelivery'>, options?: OptionsOf<'readDelivery'>) =>
    call('readDelivery', { params }, options),

  /** `POST /account/webhook/deliveries/{delivery_id}/replay`: sends a delivery again. */
  replay: (params: ParamsOf<'replayDelivery'>, options?: OptionsOf<'replayDelivery'>) =>
    call('replayDelivery', { params }, options),

  /** `POST /account/webhook/deliveries/replay`: sends all failed deliveries again, or a range. */
  replayMany: (body: BodyOf<'replayDeliveries'> = {}, options?: OptionsOf<'replayDeliveries'>) =>
    call('replayDeliveries', { body }, options),

  /** `POST /account/webhook/ping`: sends a sample record, with `id` 0. */
  ping: (options?: OptionsOf<'pingWebhook'>) => call('pingWebhook', {}, options),

  /**
   * `POST /account/webhook/secret`: replaces the secret; the new one is shown only once. For a while deliveries are signed with
   * both, so pass both to `verifyWebhook`. When the response was lost, the retry gets 409 `secret-already-given`: rotate again.
   */
  rotateSecret: (options?: OptionsOf<'rotateWebhookSecret'>) => call('rotateWebhookSecret', {}, options),
})
