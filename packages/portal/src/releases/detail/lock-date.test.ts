import { loadPortalTexts } from '@guidebook/messages/portal'
import { expect, test } from 'vitest'
import { lockDateText } from './lock-date.ts'

test('a release can be revoked until the day before its first day, and programs replace an on-demand release until then', async () => {
  const t = await loadPortalTexts('en')
  const textOn = (today: string, kind: 'plain' | 'on-demand') =>
    lockDateText({ startdate: '2026-07-01' }, { kind, period: { today } }, t, { day: (day) => day })
  expect(textOn('2026-06-30', 'plain')).toContain('revoked until 2026-06-30.')
  expect(textOn('2026-06-30', 'on-demand')).toMatch(/^Programs can replace it, .* until 2026-06-30\./)
  expect(textOn('2026-07-01', 'plain')).toContain('could be revoked until 2026-06-30.')
  expect(textOn('2026-07-01', 'on-demand')).toMatch(/^Programs could replace it, .* until 2026-06-30\./)
})
