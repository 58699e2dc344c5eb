import { describe, expect, it } from 'vitest'
import { readDate } from './dates.ts'

describe('a date', () => {
  it.each([
    ['2027-03-04', '2027-03-04'],
    ['2027-3-4', '2027-03-04'],
    ['2027/03/04', '2027-03-04'],
    ['2027.03.04', '2027-03-04'],
    ['20270304', '2027-03-04'],
    ['4.3.2027', '2027-03-04'],
    ['04. 03. 2027', '2027-03-04'],
    ['25/12/2027', '2027-12-25'],
    ['12/25/2027', '2027-12-25'],
    ['03/03/2027', '2027-03-03'],
    ['25-12-2027', '2027-12-25'],
    ['29.02.2028', '2028-02-29'],
    [' 2027-03-04 ', '2027-03-04'],
    ['\u00a02027-03-04\u200b', '2027-03-04'],
    ['\u200f04.03.2027', '2027-03-04'],
    ['２０２７-０３-０４', '2027-03-04'],
    ['="2027-03-04"', '2027-03-04'],
    ["'2027-03-04", '2027-03-04'],
  ])('%j is %s', (cell, date) => {
    expect(readDate(cell)).toMatchObject({ date })
  })

  it.each([
    ['2027-03-04 00:00:00', '2027-03-04'],
    ['2027-03-04T00:00:00Z', '2027-03-04'],
    ['2027-03-04T00:00:00.000Z', '2027-03-04'],
    ['2027-03-04T00:00:00+02:00', '2027-03-04'],
    ['2027-03-04T15:30:00+02:00', '2027-03-04'],
    ['04.03.2027 15:00', '2027-03-04'],
    ['04.03.2027 15:00:00,000', '2027-03-04'],
    ['12/25/2027 12:00:00 AM', '2027-12-25'],
    ['12/25/2027 3:00 p.m.', '2027-12-25'],
  ])('with a time, %s, is the day where it is written: %s', (cell, date) => {
    expect(readDate(cell)).toMatchObject({ date })
  })

  it.each([
    ['03/04/2027', 'ambiguous'],
    ['03-04-2027', 'ambiguous'],
    ['03/04/2027 00:00', 'ambiguous'],
    ['2027-03-03T22:00:00Z', 'time-zone'],
    ['2027-03-03 22:00:00 UTC', 'time-zone'],
    ['2027-03-03T22:00:00+00:00', 'time-zone'],
    ['30.02.2027', 'no-such-day'],
    ['29.02.2027', 'no-such-day'],
    ['13/13/2027', 'no-such-day'],
    ['2027-00-10', 'no-such-day'],
    ['10.07.0027', 'no-such-day'],
    ['1.1.27', 'short-year'],
    ['01/02/27', 'short-year'],
    ['27-01-02', 'short-year'],
    ['46000', 'serial-number'],
    ['46000.5', 'serial-number'],
    ['4 March 2027', 'words'],
    ['04-Mar-2027', 'words'],
    ['4. März 2027', 'words'],
    ['Thu, 4 Mar 2027', 'words'],
    ['', 'not-a-date'],
    ['tomorrow', 'not-a-date'],
    ['0', 'not-a-date'],
    ['2027-03', 'not-a-date'],
    ['2027-W10-4', 'not-a-date'],
    ['2027年3月4日', 'not-a-date'],
  ])('%j is refused as %s', (cell, fault) => {
    expect(readDate(cell)).toEqual({ fault })
  })

  it('is read as configured, and ISO 8601 always', () => {
    expect(readDate('03/04/2027', 'DD/MM/YYYY')).toMatchObject({ date: '2027-04-03' })
    expect(readDate('03/04/2027', 'MM/DD/YYYY')).toMatchObject({ date: '2027-03-04' })
    expect(readDate('03-04-2027', 'DD-MM-YYYY')).toMatchObject({ date: '2027-04-03' })
    expect(readDate('2027-04-03', 'DD/MM/YYYY')).toMatchObject({ date: '2027-04-03' })
    expect(readDate('3.4.2027', 'MM/DD/YYYY')).toEqual({ fault: 'other-format' })
    expect(readDate('12/25/2027', 'DD/MM/YYYY')).toEqual({ fault: 'other-format' })
    expect(readDate('13/13/2027', 'DD/MM/YYYY')).toEqual({ fault: 'no-such-day' })
  })
})
