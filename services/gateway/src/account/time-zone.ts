import { failWith } from '@guidebook/service-kit'

/** Throws 422 for a name without a time zone. Offsets such as `+02:00` are refused too, because they have no daylight saving time. */
export function requireTimeZone(timeZone: string | undefined): void {
  if (timeZone === undefined || isTimeZone(timeZone)) return
  failWith('invalid-field', [
    {
      pointer: '/timeZone',
      code: 'invalid-field',
      message: 'must be the name of a time zone, such as Europe/Zurich',
      rule: 'time-zone',
    },
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
