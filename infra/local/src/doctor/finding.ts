/** What the doctor found about one thing. */
export interface Finding {
  about: string
  state: 'good' | 'mends-itself' | 'wrong'
  /** What is there, or what to do about it. */
  says: string
}

export const good = (about: string, says: string): Finding => ({ about, state: 'good', says })
/** Not in order, but the next start sees to it. */
export const mendsItself = (about: string, says: string): Finding => ({ about, state: 'mends-itself', says })
export const wrong = (about: string, says: string): Finding => ({ about, state: 'wrong', says })
