import { Call } from '../call/call.ts'
import type { Caller } from '../call/caller.ts'
import { List } from '../call/list.ts'
import type { FileOf, OptionsOf, ParamsOf, QueryOf } from '../call/operation-types.ts'
import type { CallOptions } from '../call/options.ts'

/** Imports of CSV files sent by mail. */
export const importsOf = ({ call, list }: Caller) => ({
  /** `GET /account/imports`: lists the imports of the account, newest first. */
  list: (query: QueryOf<'listImports'> = {}, options?: CallOptions) => list('listImports', { query }, options),

  /** `GET /account/imports/{run}`: an import and a page of its rows. */
  read: (params: ParamsOf<'readImport'>, query: QueryOf<'readImport'> = {}, options?: OptionsOf<'readImport'>) =>
    call('readImport', { params, query }, options),

  /** All rows of an import, in order. They are requested page by page while they are read. */
  rows: (params: ParamsOf<'readImport'>, query: QueryOf<'readImport'> = {}, options?: CallOptions) =>
    new List((cursor) => {
      const page = call('readImport', { params, query: cursor === undefined ? query : { ...query, cursor } }, options)
      const rows = page.withResponse().then(({ data, ...response }) => {
        return { ...response, data: { items: data.rows, nextCursor: data.nextCursor } }
      })
      return new Call(rows)
    }),

  /** `POST /account/imports/preview`: the decision for each row of a file. Creates and changes nothing. */
  preview: (file: FileOf<'previewImport'>, options?: OptionsOf<'previewImport'>) =>
    call('previewImport', { file }, options),
})
