import type { Caller } from '../call/caller.ts'
import type { FileOf, OptionsOf, ParamsOf, QueryOf } from '../call/operation-types.ts'
import type { CallOptions } from '../call/options.ts'

/** What became of CSV files that were sent by mail. */
export const importsOf = ({ call, list }: Caller) => ({
  /** `GET /account/imports`: lists the imports of the account, newest first. */
  list: (query: QueryOf<'listImports'> = {}, options?: CallOptions) => list('listImports', { query }, options),

  /** `GET /account/imports/{run}`: an import, row by row. */
  read: (params: ParamsOf<'readImport'>, options?: OptionsOf<'readImport'>) => call('readImport', { params }, options),

  /** `POST /account/imports/preview`: what a file would do, row by row. Nothing is created or changed. */
  preview: (file: FileOf<'previewImport'>, options?: OptionsOf<'previewImport'>) =>
    call('previewImport', { file }, options),
})
