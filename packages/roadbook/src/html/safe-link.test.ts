import { expect, test } from 'vitest'
import { mailLink, mapLink } from './safe-link.ts'

test.each([
  ['hut@hut.example', 'mailto:hut@hut.example'],
  [' Hut@hut.example ', 'mailto:Hut@hut.example'],
  ['ask at the desk', null],
  ['hut@hut', null],
  ['a@b.example?bcc=c@d.example', null],
  ['a@b.example, c@d.example', null],
])('the link of the e-mail address "%s" is %s', (email, link) => {
  expect(mailLink(email)).toBe(link)
})

test('a place is linked on the map, also beyond the 180th meridian', () => {
  expect(mapLink(-36.8, 174.8 - 360)).toBe(
    'https://www.openstreetmap.org/?mlat=-36.800000&mlon=174.800000#map=16/-36.800000/174.800000',
  )
})
