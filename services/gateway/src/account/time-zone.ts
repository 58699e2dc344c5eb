import { failWith } from '@guidebook/service-kit'

/** Refuses a name that no calendar day can be reckoned in. Offsets such as `+02:00` know no summer time and are refused too. */
export function requireTimeZone(timeZone: string | undefined): void {
  if (timeZone === undefined || isTimeZone(timeZone)) return
  failWith('invalid-field', [
    { pointer: '/timeZone', code: 'invalid-field', message: 'must be the name of a time zone, such as Europe/Zurich' },
  ])
}

export function isTimeZone(name: string): boolean {
  if (/^[+-]/.test(name)) return false
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}
