import type { MessageData } from '@guidebook/contracts'

export type BuildWarning = MessageData<'build.completed.v1'>['warnings'][number]

/** Messages stay well under their limit of 1 MB; whoever has more faults than this mends the first ones first. */
export const mostWarnings = 300

export interface Warnings {
  add(warning: Pick<BuildWarning, 'code' | 'message'> & Partial<BuildWarning>): void
  /** All of them in the order in which they came, the same one once; beyond `mostWarnings` their number is told. */
  list(): BuildWarning[]
  /** Those that came since the last call. */
  fresh(): BuildWarning[]
  hasFresh(): boolean
}

/** Collects what a build could not do as it was asked, for the release's audit log. */
export function collectWarnings(): Warnings {
  const kept: BuildWarning[] = []
  const seen = new Set<string>()
  let told = 0
  return {
    add({ severity = 'warning', code, message, externalId = null, pointer = null }) {
      const key = JSON.stringify([code, message, externalId, pointer])
      if (seen.has(key)) return
      seen.add(key)
      if (kept.length < mostWarnings) kept.push({ severity, code, message, externalId, pointer })
    },
    list: () => (seen.size > kept.length ? [...kept, more(seen.size - kept.length)] : [...kept]),
    fresh() {
      const news = kept.slice(told)
      told = kept.length
      return news
    },
    hasFresh: () => told < kept.length,
  }
}

const more = (count: number): BuildWarning => ({
  severity: 'warning',
  code: 'more-warnings',
  message: `${count} more warnings are not listed.`,
  externalId: null,
  pointer: null,
})
