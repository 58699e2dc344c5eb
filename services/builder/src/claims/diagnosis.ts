/** The state of a build in the builder, for the answer to "my guests did not get the roadbook". */
import { type BuilderState, operations } from '@guidebook/contracts'
import { type Database, prepared, type Route, route } from '@guidebook/service-kit'
import type { Knex } from 'knex'
import type { BuildRow } from '../generated/rows.ts'
import type { BuildId } from '../outcome/build.ts'
import type { Failure } from '../outcome/failures.ts'

export const diagnosisRoutes = ({ knex }: Database): Route[] => [
  route(operations.diagnoseBuild, async ({ query }) => ({
    status: 200,
    body: { builder: await findState(knex, query) },
  })),
]

interface StateRow extends Pick<BuildRow, 'state' | 'attempts' | 'waits' | 'due_at'> {
  failure: Failure | null
}

async function findState(knex: Knex, build: BuildId): Promise<BuilderState | null> {
  const [row] = await prepared<StateRow>(
    knex,
    'builder/diagnosis',
    `select state, attempts, waits, due_at, failure from builds
      where account = :account and release = :release and generation = :generation`,
    { ...build },
  )
  if (row === undefined) return null
  const { state, attempts, waits, due_at, failure } = row
  const nextAttemptAt = state === 'queued' && attempts + waits > 0 ? due_at.toISOString() : null
  return { state, attempts, waits, nextAttemptAt, lastError: failure?.message ?? null }
}
