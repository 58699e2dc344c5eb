import { daysBetween, daysLater } from '@guidebook/service-kit'
import { stagesEndingNear } from './destination.ts'
import { type BookedStay, endOf, hasArrival, type TravelDates } from './stays.ts'

export interface StageToDate {
  number: number
  /** End of its main way, if known. */
  end: { lat: number; lon: number } | null
}

/** The stage with this index ends on `date`, and the next one begins on `next` at the earliest. */
export interface Anchor {
  index: number
  date: string
  next: string
}

/** A stay whose stage cannot be on its day. */
export interface RejectedStay {
  stay: number
  why: 'outside-trip' | 'out-of-order'
}

/**
 * What the stays say about the days of the stages, in the order of the trip. Stays with a stage number decide. Without any, a dated stay counts
 * for the only stage that ends near it; those that fit no order of stages then say nothing.
 */
export function anchorsOf(
  travel: TravelDates,
  stages: readonly StageToDate[],
  stays: readonly BookedStay[],
): { anchors: Anchor[]; rejected: RejectedStay[] } {
  const numbered = stays.flatMap((stay, index) => {
    const stage = stages.findIndex(({ number }) => number === stay.stageNumber)
    return stage >= 0 && hasArrival(stay) ? [{ ...claimOf(stay, stage), stay: index }] : []
  })
  if (numbered.length > 0) {
    const inside = numbered.filter(({ date }) => isInside(date, travel))
    const anchors = longestChain(mergedByStage(inside))
    const fixed = new Map(anchors.map(({ index, date }) => [index, date]))
    return {
      anchors,
      rejected: numbered.flatMap(({ stay, index, date }): RejectedStay[] => {
        if (!isInside(date, travel)) return [{ stay, why: 'outside-trip' }]
        const day = fixed.get(index)
        return day === undefined ? [{ stay, why: 'out-of-order' }] : []
      }),
    }
  }
  const near = stays.filter(hasArrival).flatMap((stay) => {
    const [stage, another] = stagesEndingNear(stay.place, stages)
    const isClear = stage !== undefined && another === undefined
    return isClear && isInside(stay.arrivalDate, travel, stage) ? [claimOf(stay, stage)] : []
  })
  return { anchors: longestChain(mergedByStage(near)), rejected: [] }
}

const claimOf = (stay: BookedStay & { arrivalDate: string }, index: number): Anchor => ({
  index,
  date: stay.arrivalDate,
  next: endOf(stay),
})

/** Whether a stage can end on this day after `stagesBefore` others, with a day each. */
const isInside = (date: string, { arrival, departure }: TravelDates, stagesBefore = 0): boolean =>
  (arrival === null || date >= daysLater(arrival, stagesBefore)) && (departure === null || date <= departure)

/** One anchor for each stage: travellers may change the hotel on a rest day. */
function mergedByStage(claims: readonly Anchor[]): Anchor[] {
  const byStage = new Map<number, Anchor>()
  for (const { index, date, next } of claims) {
    const before = byStage.get(index)
    byStage.set(index, {
      index,
      date: before && before.date < date ? before.date : date,
      next: before && before.next > next ? before.next : next,
    })
  }
  return [...byStage.values()].sort((one, other) => one.index - other.index)
}

/** The most anchors that leave a day for each stage between them. */
function longestChain(anchors: readonly Anchor[]): Anchor[] {
  const [first] = anchors
  if (first === undefined) return []
  const slack = anchors.map(({ index, date }) => daysBetween(first.date, date) - index)
  const chains: { length: number; before: number }[] = []
  let last = 0
  for (const [at, own] of slack.entries()) {
    let chain = { length: 1, before: -1 }
    for (let other = 0; other < at; other++) {
      const length = (chains[other]?.length ?? 0) + 1
      if ((slack[other] ?? 0) <= own && length > chain.length) chain = { length, before: other }
    }
    chains.push(chain)
    if (chain.length > (chains[last]?.length ?? 0)) last = at
  }
  const kept: Anchor[] = []
  for (let at = last; at >= 0; at = chains[at]?.before ?? -1) kept.unshift(anchors[at] as Anchor)
  return kept
}
