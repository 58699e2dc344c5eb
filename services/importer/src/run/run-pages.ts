import type { ImportRunDetail, operations, QueryOf } from '@guidebook/contracts'
import { decodeCursor, toPage } from '@guidebook/service-kit'
import type { Context } from '../context.ts'
import { presentRow, presentRun } from './present.ts'
import { listRows, type RunWithMail } from './read-queries.ts'

/** The run in the cursor of a list of runs. */
export const runsBefore = (cursor: string | undefined): string | null => decodeCursor(cursor, ['uuid'])?.[0] ?? null

/** A run with the requested page of its rows. */
export const runWithRows = async (
  context: Context,
  run: RunWithMail,
  { limit = 50, cursor, status }: QueryOf<typeof operations.readImport>,
): Promise<ImportRunDetail> => {
  const after = decodeCursor(cursor, ['number'])?.[0] ?? null
  const found = await listRows(context.database.knex, run.id, { status, limit: limit + 1, after })
  const { items: rows, nextCursor } = toPage(found, limit, ({ row }) => [row], presentRow)
  return { ...presentRun(run), rows, nextCursor }
}
