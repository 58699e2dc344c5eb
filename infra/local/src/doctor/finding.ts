/** A result of the doctor's checks. */
export interface Finding {
  subject: string
  /** `self-healing`: the next start fixes it. */
  state: 'ok' | 'self-healing' | 'problem'
  /** What was found, and what to do about it. */
  message: string
}

export const ok = (subject: string, message: string): Finding => ({ subject, state: 'ok', message })
export const selfHealing = (subject: string, message: string): Finding => ({ subject, state: 'self-healing', message })
export const problem = (subject: string, message: string): Finding => ({ subject, state: 'problem', message })
