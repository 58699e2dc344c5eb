import { expect, test } from 'vitest'
import { isTimeZone } from './time-zone.ts'

test.each(['UTC', 'Europe/Zurich', 'America/Argentina/Buenos_Aires', 'Asia/Kathmandu'])('%s is a time zone', (name) => {
  expect(isTimeZone(name)).toBe(true)
})

test.each(['', 'Mars/Olympus', '+02:00', 'local', 'Europe'])('%j is not a time zone', (name) => {
  expect(isTimeZone(name)).toBe(false)
})
