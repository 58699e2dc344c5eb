import type { MessageData } from '@guidebook/contracts'

export type BuildWarning = MessageData<'build.completed.v1'>['warnings'][number]

/** Keeps messages well below their limit of 1 MB. */
export const mostWarnings = 300

export type Warnings = ReturnType<typeof collectWarnings>

/** Collects the warnings of a build, for the release's audit log. */
export function collectWarnings() {
  const listed: BuildWarning[] = []
  const seen = new Set<string>()
  let reported = 0
  return {
    add(warning: Pick<BuildWarning, 'code' | 'message'> & Partial<BuildWarning>): void {
      const { severity = 'warning', code, message, externalId = null, pointer = null } = warning
      const key = JSON.stringify([code, message, externalId, pointer])
      if (seen.has(key)) return
      seen.add(key)
      if (listed.length < mostWarnings) listed.push({ severity, code, message, externalId, pointer })
    },
    /** The distinct warnings in order; those beyond `mostWarnings` are only counted. */
    list: (): BuildWarning[] =>
      seen.size > listed.length ? [...listed, more(seen.size - listed.length)] : [...listed],
    /** The warnings since the last call. */
    fresh(): BuildWarning[] {
      const fresh = listed.slice(reported)
      reported = listed.length
      return fresh
    },
    hasFresh: () => reported < listed.length,
  }
}

const more = (count: number): BuildWarning => ({
  severity: 'warning',
  code: 'more-warnings',
  message: `${count} more warnings are not listed.`,
  externalId: null,
  pointer: null,
})
