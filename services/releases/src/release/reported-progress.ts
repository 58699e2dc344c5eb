import { isDeepStrictEqual } from 'node:util'
import type { BuildWarning, MessageData } from '@guidebook/contracts'

/** What is stored about the newest build of a release or of a preview. */
interface Reported {
  state: 'waiting' | 'running' | 'completed' | 'failed'
  sequence: number
  warnings: readonly BuildWarning[]
}

/**
 * A build after a report of its progress. Reports arrive in any order, and each has only the warnings since the one before. So a report that comes
 * after a newer one, or after the build has failed, still adds its warnings. Returns null for a completed build: its completion listed all warnings.
 */
export function afterProgress<Last extends Reported>(
  last: Last | null,
  { sequence, step, percent, message, warnings: reported }: MessageData<'build.progressed.v1'>,
) {
  if (last?.state === 'completed') return null
  const warnings = withReported(last?.warnings ?? [], reported)
  const isLate = last?.state === 'failed' || (last?.state === 'running' && last.sequence >= sequence)
  if (last !== null && isLate) return { ...last, warnings }
  // A build that makes progress has a message only while it waits for a dependency.
  const code = message === null ? null : 'part-unavailable'
  return { state: 'running', sequence, step, percent, message, code, warnings } as const
}

/** The reported warnings after those before; once each, since every attempt of a build reports its warnings again. */
const withReported = (before: readonly BuildWarning[], reported: readonly BuildWarning[]): BuildWarning[] => [
  ...before,
  ...reported.filter((warning) => !before.some((one) => isDeepStrictEqual(one, warning))),
]
