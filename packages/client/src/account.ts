import { Call } from './call/call.ts'
import type { Caller } from './call/caller.ts'
import { List } from './call/list.ts'
import type { BodyOf, FileOf, OptionsOf, ParamsOf, QueryOf } from './call/operation-types.ts'
import type { CallOptions, DownloadOptions } from './options.ts'

/** The account of the key. */
export const accountOf = ({
  call,
  download,
  plain,
  withBody,
  withParams,
  withParamsAndBody,
  withParamsAndQuery,
  listWithQuery,
}: Caller) => ({
  /** `GET /account`: settings, prefixes of the keys, connected partners. */
  read: plain('readOwnAccount'),

  /** `PATCH /account`: changes brand, language, time zone, paper or emergency number. */
  update: withBody('updateOwnAccount'),

  /**
   * `POST /account/keys`: creates an API key, shown only once. When the response was lost, the retry gets 409
   * `secret-already-given`: revoke that key, which `read` lists, and create another.
   */
  createKey: plain('createKey'),

  /**
   * `DELETE /account/keys/{key_id}`: the key stops working within five seconds; with `descendants` also every key made with it,
   * and so on. When the response was lost, the retry gets 404 `not-found`.
   */
  revokeKey: withParamsAndQuery('revokeKey'),

  /** `GET /account/logo`: a logo as the roadbook and the page would show it. */
  previewLogo: (query: QueryOf<'previewLogo'>, options?: DownloadOptions) =>
    download('previewLogo', { query }, options),

  /** `GET /account/usage`: what travellers did with the releases of the account, by month. */
  usage: plain('readUsage'),

  /** `GET /account/translations`: texts and characters that were translated for the account, by month. */
  translations: plain('readTranslationUsage'),

  /** The people who use the portal for the account. */
  users: {
    /** `GET /account/users`: the people and their roles. */
    list: plain('listUsers'),

    /** `POST /account/users`: invites a person by mail. */
    invite: withBody('inviteUser'),

    /** `PATCH /account/users/{user_id}`: changes the role of a person. */
    change: withParamsAndBody('changeUser'),

    /** `DELETE /account/users/{user_id}`: removes a person from the account. When the response was lost, the retry gets 404 `not-found`. */
    remove: withParams('removeUser'),
  },

  /** `GET /account/impersonations`: when support opened the portal of the account, newest first. */
  impersonations: listWithQuery('listImpersonations'),

  /** The webhook that reports releases partners share with you. Support sets its address. */
  webhook: {
    /** `GET /account/webhook`: its address and whether it is enabled. */
    read: plain('readWebhook'),

    /** `GET /account/webhook/deliveries`: all deliveries, newest first. */
    deliveries: listWithQuery('listDeliveries'),

    /** `GET /account/webhook/deliveries/{delivery_id}`: one delivery with its request and the stored part of each response. */
    delivery: withParams('readDelivery'),

    /** `POST /account/webhook/deliveries/{delivery_id}/replay`: sends a delivery again. */
    replay: withParams('replayDelivery'),

    /** `POST /account/webhook/deliveries/replay`: sends all failed deliveries again, or a range. */
    replayMany: (body: BodyOf<'replayDeliveries'> = {}, options?: OptionsOf<'replayDeliveries'>) =>
      call('replayDeliveries', { body }, options),

    /** `POST /account/webhook/ping`: sends a sample record, with `id` 0. */
    ping: plain('pingWebhook'),

    /**
     * `POST /account/webhook/secret`: replaces the secret; the new one is shown only once. For a while deliveries are signed with
     * both, so pass both to `verifyWebhook`. When the response was lost, the retry gets 409 `secret-already-given`: rotate again.
     */
    rotateSecret: plain('rotateWebhookSecret'),
  },

  /** Imports of CSV files that were mailed or uploaded. */
  imports: {
    /** `GET /account/imports`: lists the imports of the account, newest first. */
    list: listWithQuery('listImports'),

    /** `GET /account/imports/{run}`: an import and a page of its rows. */
    read: withParamsAndQuery('readImport'),

    /** All rows of an import, in order. They are requested page by page while they are read. */
    rows: (params: ParamsOf<'readImport'>, query: QueryOf<'readImport'> = {}, options?: CallOptions) =>
      new List((cursor) => {
        const page = call('readImport', { params, query: cursor === undefined ? query : { ...query, cursor } }, options)
        const rows = page.withResponse().then(({ data, ...response }) => {
          return { ...response, data: { items: data.rows, nextCursor: data.nextCursor } }
        })
        return new Call(rows)
      }),

    /** `GET /account/imports/configuration`: how files are read; support sets it. */
    configuration: plain('readImportConfiguration'),

    /** `POST /account/imports/preview`: the decision for each row of a file. Creates and changes nothing. */
    preview: (file: FileOf<'previewImport'>, options?: OptionsOf<'previewImport'>) =>
      call('previewImport', { file }, options),

    /** `POST /account/imports`: imports a file like one that was mailed. `read` shows its progress. */
    upload: (file: FileOf<'uploadImport'>, query: QueryOf<'uploadImport'> = {}, options?: OptionsOf<'uploadImport'>) =>
      call('uploadImport', { file, query }, options),
  },
})
