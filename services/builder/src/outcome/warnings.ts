import type { MessageData } from '@guidebook/contracts'

export type BuildWarning = MessageData<'build.completed.v1'>['warnings'][number]

/** Most warnings that a message lists, and most bytes of them as JSON: the message about a build has at most 1 MB, with its files. */
export const mostWarnings = 300
export const mostWarningBytes = 200_000

/** Characters of a message, and of the name of an item: an inline item has no custom ID but a name of up to 1,000 characters. */
const longest = { message: 600, name: 300 }

export type Warnings = ReturnType<typeof collectWarnings>

/** Collects the warnings of a build, for the release's audit log. */
export function collectWarnings() {
  const listed: BuildWarning[] = []
  const seen = new Set<string>()
  let listedBytes = 0
  let reportedCount = 0
  return {
    add(warning: Pick<BuildWarning, 'code' | 'message'> & Partial<BuildWarning>): void {
      const { severity = 'warning', code, message, externalId = null, pointer = null } = warning
      const key = JSON.stringify([code, message, externalId, pointer])
      if (seen.has(key)) return
      seen.add(key)
      const short = {
        severity,
        code,
        message: shortened(message, longest.message),
        externalId: externalId && shortened(externalId, longest.name),
        pointer,
      }
      const bytes = Buffer.byteLength(JSON.stringify(short))
      if (listed.length === mostWarnings || listedBytes + bytes > mostWarningBytes) return
      listedBytes += bytes
      listed.push(short)
    },
    /** The distinct warnings in order; those beyond `mostWarnings` or `mostWarningBytes` are only counted. */
    list: (): BuildWarning[] =>
      seen.size > listed.length ? [...listed, more(seen.size - listed.length)] : [...listed],
    /** The listed warnings that have not been reported. */
    fresh: (): BuildWarning[] => listed.slice(reportedCount),
    hasFresh: () => reportedCount < listed.length,
    /** The first `count` of the fresh warnings have been reported. */
    reported(count: number): void {
      reportedCount += count
    },
  }
}

/** The beginning and the end of a long text: the end of a message says what to do. */
function shortened(text: string, most: number): string {
  const characters = [...text]
  if (characters.length <= most) return text
  const half = Math.floor(most / 2)
  return `${characters.slice(0, most - half - 1).join('')}…${characters.slice(-half).join('')}`
}

const more = (count: number): BuildWarning => ({
  severity: 'warning',
  code: 'more-warnings',
  message: `${count} more warnings are not listed.`,
  externalId: null,
  pointer: null,
})
