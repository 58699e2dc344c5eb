import type { Build } from '@guidebook/contracts'
import type { Release } from '../release/release.ts'
import { sentenceOf } from './build-warning.ts'
import type { BuildReport } from './queries.ts'

/** How far the newest build is; what was said about an older one is no longer of interest. */
export function presentBuild({ generation, buildRequestedAt }: Release, report: BuildReport | null): Build {
  const requestedAt = buildRequestedAt.toISOString()
  if (report?.generation !== generation) {
    return {
      state: 'waiting',
      generation,
      step: null,
      percent: 0,
      message: null,
      warnings: [],
      requestedAt,
      finishedAt: null,
    }
  }
  const { state, step, percent, message, finishedAt } = report
  const warnings = report.warnings.map((warning) => ({
    code: warning.code,
    message: sentenceOf(warning),
    pointer: warning.pointer,
  }))
  return {
    state,
    generation,
    step,
    percent,
    message,
    warnings,
    requestedAt,
    finishedAt: finishedAt?.toISOString() ?? null,
  }
}
