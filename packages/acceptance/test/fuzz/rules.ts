/** Corrects generated values that break rules between fields, which schemas do not express. */
import { day } from '../../src/trip.ts'

export type Body = Record<string, unknown>
type Stay = { arrivalDate?: string; departureDate?: string; stageNumber?: number }

/** All dates are within the period of the changed release, in days from today. An on-demand release can be changed only before it begins. */
const firstDay = 2
const days = 25
const dayWithin = (text: string): number => firstDay + ((Date.parse(text) / 86_400_000) % days)

/** Replaces the dates by days within the period in ascending order. */
const inOrder = <T extends string | undefined>(dates: readonly T[]): T[] => {
  const sorted = dates
    .filter((date) => date !== undefined)
    .map((date) => dayWithin(date))
    .sort((one, other) => one - other)
  return dates.map((date) => (date === undefined ? date : (day(sorted.shift() ?? firstDay) as T)))
}

const correctedStays = (list: unknown, start: string, end: string, numbers: readonly number[] = []) =>
  (list as Stay[] | undefined)?.map((stay) => {
    const [arrivalDate, departureDate] = inOrder([stay.arrivalDate, stay.departureDate])
    const clamped = (date: string) => (date < start ? start : date > end ? end : date)
    return {
      ...stay,
      ...(arrivalDate === undefined ? {} : { arrivalDate: clamped(arrivalDate) }),
      ...(departureDate === undefined ? {} : { departureDate: clamped(departureDate) }),
      ...(stay.stageNumber === undefined ? {} : { stageNumber: numbers[stay.stageNumber % numbers.length] }),
    }
  })

const defined = (fields: Body): Body =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))

const correctRelease = ({ sellerDownloadCode, ...body }: Body): Body => {
  const { startdate, arrivaldate, departuredate, enddate, resellerOid } = body as Record<string, string | undefined>
  const [start = '', arrival, departure, end = ''] = inOrder([startdate, arrivaldate, departuredate, enddate])
  return defined({
    ...body,
    ...(resellerOid === undefined ? {} : { sellerDownloadCode }),
    startdate: start,
    arrivaldate: arrival,
    departuredate: departure,
    enddate: end,
    accommodation: correctedStays(body.accommodation, start, end),
  })
}

const withUniqueNumbers = (stages: unknown): (Body & { number: number })[] =>
  ((stages ?? []) as Body[]).map((stage, index) => ({ ...stage, number: (Number(stage.number) % 1000) * 10 + index }))

const correctGuidebook = (body: Body): Body =>
  defined({ ...body, stages: body.stages && withUniqueNumbers(body.stages) })

function correctOnDemand(body: Body): Body {
  const { metadata, publish, booking, guidebook } = body as Record<string, Body>
  const { sellerCode, ...meta } = metadata ?? {}
  const dates = [publish?.startDate, booking?.arrivalDate, booking?.departureDate, publish?.endDate] as string[]
  const [startDate = '', arrivalDate, departureDate, endDate = ''] = inOrder(dates)
  const stages = withUniqueNumbers(guidebook?.stages)
  return defined({
    metadata: defined({ ...meta, ...(meta.seller === undefined ? {} : { sellerCode }) }),
    publish: { ...publish, startDate, endDate },
    booking:
      booking &&
      defined({
        ...booking,
        arrivalDate,
        departureDate,
        accommodation: correctedStays(
          booking.accommodation,
          startDate,
          endDate,
          stages.map(({ number }) => number),
        ),
      }),
    guidebook: { ...guidebook, title: guidebook?.title || 'A title', stages },
  })
}

/** A period that ends later than it begins. */
function correctPeriod({ since, until, ...body }: Body): Body {
  if (since === undefined || until === undefined) return defined({ ...body, since, until })
  const [first = 0, last = 0] = [since, until].map((text) => Date.parse(text as string)).sort((a, b) => a - b)
  return { ...body, since: new Date(first).toISOString(), until: new Date(Math.max(last, first + 1)).toISOString() }
}

const correctDocument = ({ from, until, ...body }: Body): Body => {
  const [first, last] = inOrder([from, until] as (string | undefined)[])
  return defined({ ...body, from: first, until: last })
}

const rules: Record<string, (body: Body) => Body> = {
  createRelease: correctRelease,
  createOnDemandRelease: correctOnDemand,
  updateOnDemandRelease: correctOnDemand,
  createGuidebook: correctGuidebook,
  replaceGuidebook: correctGuidebook,
  attachDocument: correctDocument,
  setReleasePeriod: () => ({ start: day(0), end: day(60) }),
  setTripPeriod: (body) => {
    const [start, end] = inOrder([body.start, body.end] as string[])
    return { start, end }
  },
  // The time zone must exist, and nobody serves the generated logo.
  updateOwnAccount: ({ timeZone, logo: _, ...body }) => defined({ ...body, timeZone: timeZone && 'UTC' }),
  replayDeliveries: correctPeriod,
  replaceAccommodation: ({ assets }) => ({ assets: correctedStays(assets, day(0), day(60)) }),
}

export const followRules = (operation: string, body: Body): Body => rules[operation]?.(body) ?? body
