import { Call } from '../call/call.ts'
import type { Caller } from '../call/caller.ts'
import { List } from '../call/list.ts'
import type { FileOf, OptionsOf, ParamsOf, QueryOf } from '../call/operation-types.ts'
import type { CallOptions } from '../call/options.ts'

/** What became of CSV files that were sent by mail. */
export const importsOf = ({ call, list }: Caller) => ({
  /** `GET /account/imports`: lists the imports of the account, newest first. */
  list: (query: QueryOf<'listImports'> = {}, options?: CallOptions) => list('listImports', { query }, options),

  /** `GET /account/imports/{run}`: an import and a page of its rows. */
  read: (params: ParamsOf<'readImport'>, query: QueryOf<'readImport'> = {}, options?: OptionsOf<'readImport'>) =>
    call('readImport', { params, query }, options),

  /** The same, for all rows of the import, in their order: asked page by page, as they are read. */
  rows: (params: ParamsOf<'readImport'>, query: QueryOf<'readImport'> = {}, options?: CallOptions) =>
    new List((cursor) => {
      const page = call('readImport', { params, query: cursor === undefined ? query : { ...query, cursor } }, options)
      const rows = page.answer().then(({ data, ...about }) => {
        return { ...about, data: { items: data.rows, nextCursor: data.nextCursor } }
      })
      return new Call(rows)
    }),

  /** `POST /account/imports/preview`: what a file would do, row by row. Nothing is created or changed. */
  preview: (file: FileOf<'previewImport'>, options?: OptionsOf<'previewImport'>) =>
    call('previewImport', { file }, options),
})
