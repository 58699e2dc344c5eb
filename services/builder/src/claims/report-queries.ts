import { type Database, insertOutboxRows, type OutboxRow, prepared } from '@guidebook/service-kit'
import { type Artifact, dropBuildObjects, insertArtifacts, insertBuildObjects } from '../artifact/queries.ts'
import type { ClaimedBuild } from '../outcome/build.ts'
import type { StepTime } from '../outcome/steps.ts'
import type { BuildWarning } from '../outcome/warnings.ts'
import { held, holder } from './queries.ts'

/** One statement that changes the build and inserts the message about it, both only if the caller still holds the build. */
const reporting = (update: string, besides = ''): string => `
WITH changed AS (${update} WHERE ${held} RETURNING 1)${besides},
sent AS (${insertOutboxRows} WHERE EXISTS (SELECT FROM changed))
SELECT FROM changed`

const progress = reporting('UPDATE builds SET step = ?, percent = ?, sequence = ?')

const complete = reporting(
  `UPDATE builds SET state = 'done', step = 'done', percent = 100, settled_at = now(), lease = NULL, lease_until = NULL,
    content_version = ?, steps = ?, warnings = ?`,
  `, stored AS (${insertArtifacts('EXISTS (SELECT FROM changed)')}),
  shown AS (${insertBuildObjects('EXISTS (SELECT FROM changed)')}),
  dropped AS (${dropBuildObjects('EXISTS (SELECT FROM changed)')})`,
)

const fail = reporting(
  `UPDATE builds SET state = CASE WHEN ?::integer IS NULL THEN 'failed' ELSE 'queued' END, attempts = attempts + 1,
    due_at = now() + coalesce(?::integer, 0) * interval '1 millisecond', settled_at = CASE WHEN ?::integer IS NULL THEN now() END,
    lease = NULL, lease_until = NULL, failure = ?, steps = ?, warnings = ?`,
)

export interface CompletedBuild {
  contentVersion: string
  steps: StepTime[]
  warnings: BuildWarning[]
  made: readonly Artifact[]
  /** Keys of all objects of the release. */
  keys: string[]
}

/**
 * SQL for reporting on a running build. Each returns whether the caller still holds the build; if not, nothing is changed and nothing is sent,
 * so a generation never has two results.
 */
export function reportQueries({ knex, wakeRelay }: Pick<Database, 'knex' | 'wakeRelay'>) {
  const report = async (name: string, sql: string, bindings: readonly unknown[]): Promise<boolean> => {
    const isHeld = (await prepared(knex, name, sql, bindings)).length > 0
    if (isHeld) wakeRelay()
    return isHeld
  }
  const json = JSON.stringify
  return {
    progress: (build: ClaimedBuild, at: { step: string; percent: number; sequence: number }, message: OutboxRow[]) =>
      report('builder/progress', progress, [at.step, at.percent, at.sequence, ...holder(build), json(message)]),

    complete: (build: ClaimedBuild, result: CompletedBuild, message: OutboxRow[]) => {
      const { contentVersion, steps, warnings, made, keys } = result
      const { account, release } = build
      return report('builder/complete', complete, [
        ...[contentVersion, json(steps), json(warnings), ...holder(build)],
        ...[account, json(made)],
        ...[account, release, keys],
        ...[account, release, keys],
        json(message),
      ])
    },

    /** Retried after `retryInMs`; null: failed finally. */
    fail: (
      build: ClaimedBuild,
      result: { failure: { code: string; message: string }; steps: StepTime[]; warnings: BuildWarning[] },
      retryInMs: number | null,
      message: OutboxRow[],
    ) => {
      const { failure, steps, warnings } = result
      const change = [retryInMs, retryInMs, retryInMs, json(failure), json(steps), json(warnings)]
      return report('builder/fail', fail, [...change, ...holder(build), json(message)])
    },
  }
}
