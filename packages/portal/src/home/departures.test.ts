import { expect, test } from 'vitest'
import { departuresOn } from './departures.ts'

const trip = (arrivaldate: string | null, startdate = '2026-07-01', disabled = false) => ({
  arrivaldate,
  startdate,
  disabled,
})

test('a release departs on the day of arrival or, without one, on the first day of its link', () => {
  const [early, late, unplanned] = [trip('2026-07-05'), trip('2026-07-07'), trip(null, '2026-07-06')]
  expect(departuresOn([late, early, unplanned], '2026-07-05', '2026-07-07')).toEqual([early, unplanned, late])
  expect(departuresOn([late, early, unplanned], '2026-07-06', '2026-07-06')).toEqual([unplanned])
})

test('a closed release does not depart', () => {
  expect(departuresOn([trip('2026-07-05', '2026-07-01', true)], '2026-07-05', '2026-07-05')).toEqual([])
})
