import { expect, test } from 'vitest'
import { telephoneLink } from './telephone-link.ts'

test.each([
  ['112', 'tel:112'],
  ['+43 5354 88123', 'tel:+43535488123'],
  ['+41 (0)81 123-45', 'tel:+418112345'],
  ['+386(0)5 388 51 00', 'tel:+38653885100'],
  ['(+43) (0)512 1234', 'tel:+435121234'],
  ['0043 (0)512 1234', 'tel:00435121234'],
  ['(0)5354 88123', 'tel:0535488123'],
  ['(05354) 88 123', 'tel:0535488123'],
  ['05354/88123', 'tel:0535488123'],
  ['+123456789012345', 'tel:+123456789012345'],
  ['+1234567890123456', null],
  // Two numbers.
  ['+39 0471 123456 / +39 335 1234567', null],
  ['+423 12 34 +423 56 78', null],
  ['0471 123456, 335 1234567', null],
  ['call', null],
  ['+', null],
  ['', null],
])('the link of the telephone number "%s" is %s', (phone, link) => {
  expect(telephoneLink(phone)).toBe(link)
})
