/** What the doctor found, and what to do about it. */
export interface Finding {
  subject: string
  /** `note`: the next start fixes it. `warn`: it works, but needs attention. */
  state: 'ok' | 'note' | 'warn' | 'ERROR'
  message: string
}

export const ok = (subject: string, message: string): Finding => ({ subject, state: 'ok', message })
export const note = (subject: string, message: string): Finding => ({ subject, state: 'note', message })
export const warning = (subject: string, message: string): Finding => ({ subject, state: 'warn', message })
export const problem = (subject: string, message: string): Finding => ({ subject, state: 'ERROR', message })
