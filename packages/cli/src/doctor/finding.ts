/** A result of an examination, and what to do about it. */
export interface Finding {
  /** `warning`: the system works, but something needs attention. `error`: something does not work. */
  state: 'ok' | 'warning' | 'error'
  /** The service or part that it is about. */
  subject: string
  message: string
  /** Null when nothing needs to be done. */
  remedy: string | null
}

export const ok = (subject: string, message: string): Finding => ({ state: 'ok', subject, message, remedy: null })

export const warning = (subject: string, message: string, remedy: string): Finding => ({
  state: 'warning',
  subject,
  message,
  remedy,
})

export const problem = (subject: string, message: string, remedy: string): Finding => ({
  state: 'error',
  subject,
  message,
  remedy,
})

/** `1 replica`, `2 replicas`; with a verb in both forms, `1 message waits`, `2 messages wait`. */
export const counted = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`

/** Seconds for people. */
export function duration(seconds: number): string {
  if (seconds < 120) return counted(Math.round(seconds), 'second')
  if (seconds < 7_200) return counted(Math.round(seconds / 60), 'minute')
  return counted(Math.round(seconds / 3_600), 'hour')
}
