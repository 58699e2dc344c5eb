import { type Database, insertOutboxRows, type OutboxRow, prepared, retryConflicts } from '@guidebook/service-kit'
import {
  type Artifact,
  dropBuildObjects,
  insertArtifacts,
  insertBuildObjects,
  touchDroppedArtifacts,
} from '../artifact/queries.ts'
import type { ClaimedBuild } from '../outcome/build.ts'
import type { Failure } from '../outcome/failures.ts'
import type { StepTime } from '../outcome/steps.ts'
import type { BuildWarning } from '../outcome/warnings.ts'
import { held } from './queries.ts'

/** One statement that changes the build and inserts the messages about it, both only if the caller still holds the build. */
const reporting = (update: string, besides = ''): string => `
with changed as (${update} where ${held} returning 1)${besides},
sent as (:insertOutboxRows where exists (select from changed))
select from changed`

const progress = reporting('update builds set step = :step, percent = :percent, sequence = :sequence')

const complete = reporting(
  `update builds set state = 'done', step = 'done', percent = 100, settled_at = now(), lease = null, lease_until = null,
    failure = null, content_version = :contentVersion, steps = :steps, warnings = :warnings`,
  `, stored as (${insertArtifacts}), shown as (${insertBuildObjects}), dropped as (${dropBuildObjects}),
    touched as (${touchDroppedArtifacts})`,
)

const fail = reporting(
  `update builds set state = case when :isFinal then 'failed' else 'queued' end, attempts = attempts + 1,
    due_at = now() + :retryInMs * interval '1 millisecond', settled_at = case when :isFinal then now() end,
    lease = null, lease_until = null, failure = :failure, steps = :steps, warnings = :warnings, sequence = :sequence`,
)

interface FailedAttempt {
  failure: Failure
  steps: StepTime[]
  warnings: BuildWarning[]
  /** Of the last report. The next attempt counts on. */
  sequence: number
}

export interface CompletedBuild {
  contentVersion: string
  steps: StepTime[]
  warnings: BuildWarning[]
  made: readonly Artifact[]
  /** Keys of all objects of the release. */
  keys: string[]
  /** Of a preview: they are dropped already, so they are removed after a day. */
  isPreview: boolean
}

/**
 * SQL for reporting on a running build. Each returns whether the caller still holds the build; if not, nothing is changed and nothing is sent,
 * so a generation never has two results.
 */
export function reportQueries({ knex, wakeRelay }: Pick<Database, 'knex' | 'wakeRelay'>) {
  const json = JSON.stringify
  const report = async (
    name: string,
    sql: string,
    build: ClaimedBuild,
    bindings: Record<string, unknown>,
    messages: OutboxRow[],
  ): Promise<boolean> => {
    const insertion = knex.raw(insertOutboxRows, [json(messages)])
    // Two builds of an account can change the same artifacts in different orders.
    const rows = await retryConflicts(() =>
      prepared(knex, name, sql, { ...build, ...bindings, insertOutboxRows: insertion }),
    )
    if (rows.length > 0) wakeRelay()
    return rows.length > 0
  }
  return {
    progress: (build: ClaimedBuild, at: { step: string; percent: number; sequence: number }, message: OutboxRow[]) =>
      report('builder/progress', progress, build, at, message),

    complete: (build: ClaimedBuild, result: CompletedBuild, message: OutboxRow[]) => {
      const { contentVersion, steps, warnings, made, keys, isPreview } = result
      const lists = { steps: json(steps), warnings: json(warnings), made: json(made), keys }
      const bindings = { contentVersion, isPreview, ...lists }
      return report('builder/complete', complete, build, bindings, message)
    },

    /** Retried after `retryInMs`; null: failed finally. */
    fail: (build: ClaimedBuild, result: FailedAttempt, retryInMs: number | null, messages: OutboxRow[]) => {
      const { failure, steps, warnings, sequence } = result
      const change = { isFinal: retryInMs === null, retryInMs: retryInMs ?? 0, sequence }
      const bindings = { ...change, failure: json(failure), steps: json(steps), warnings: json(warnings) }
      return report('builder/fail', fail, build, bindings, messages)
    },
  }
}
