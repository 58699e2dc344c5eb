import { testAccount } from '@guidebook/service-kit/test'
import { expect, test } from 'vitest'
import { sampleRecord } from './sample-record.ts'

test('the days of a sample record begin and end in the time zone of the account', () => {
  // In Auckland it is 1 am of the next day, in summer time; the last day is in winter time.
  const record = sampleRecord(testAccount({ timeZone: 'Pacific/Auckland' }), new Date('2027-03-01T12:00:00Z'))
  expect(record).toMatchObject({
    startdate: '2027-03-02',
    arrivaldate: '2027-03-16',
    departuredate: '2027-03-23',
    enddate: '2027-04-22',
    startDatetime: Date.parse('2027-03-01T11:00:00Z'),
    endDatetime: Date.parse('2027-04-21T12:00:00Z'),
    creation: '2027-03-01T12:00:00.000Z',
  })
})
