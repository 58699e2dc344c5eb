import type { Fault } from '@guidebook/contracts'
import { periodFaults, stayFaults } from '../release/period.ts'
import type { SentOnDemand } from './sent-on-demand.ts'

const pointers = {
  start: '/publish/startDate',
  end: '/publish/endDate',
  arrival: '/booking/arrivalDate',
  departure: '/booking/departureDate',
}

/** The rules that need nothing but the request. */
export function onDemandFaults(request: SentOnDemand): Fault[] {
  return [...dateFaults(request), ...stageFaults(request), ...sellerFaults(request), ...titleFaults(request)]
}

function dateFaults({ publish, booking }: SentOnDemand): Fault[] {
  const { startDate: start, endDate: end } = publish
  const period = { start, end, arrival: booking?.arrivalDate ?? null, departure: booking?.departureDate ?? null }
  const faults = periodFaults(period, pointers)
  // Against a period that runs backwards every stay would be wrong, too.
  if (start > end) return faults
  const stays = (booking?.accommodation ?? []).flatMap((stay, i) =>
    stayFaults(stay, period, `/booking/accommodation/${i}`),
  )
  return [...faults, ...stays]
}

/** Every stage has a number of its own, and an accommodation belongs to a stage that there is. */
function stageFaults({ guidebook, booking }: SentOnDemand): Fault[] {
  const numbers = new Set<number>()
  const faults: Fault[] = []
  for (const [i, { number }] of guidebook.stages.entries()) {
    if (numbers.has(number)) {
      const message = 'Another stage has this number.'
      faults.push({ pointer: `/guidebook/stages/${i}/number`, code: 'stage-number-taken', message })
    }
    numbers.add(number)
  }
  for (const [i, { stageNumber }] of (booking?.accommodation ?? []).entries()) {
    if (stageNumber !== undefined && !numbers.has(stageNumber)) {
      const message = 'No stage of the guidebook has this number.'
      faults.push({ pointer: `/booking/accommodation/${i}/stageNumber`, code: 'stage-not-found', message })
    }
  }
  return faults
}

function sellerFaults({ metadata }: SentOnDemand): Fault[] {
  if (metadata.sellerCode === undefined || metadata.seller !== undefined) return []
  const message = 'A code for the seller needs the seller.'
  return [{ pointer: '/metadata/seller', code: 'required-field', message }]
}

/** A guidebook is called something: by itself or after its template. */
function titleFaults({ guidebook, metadata }: SentOnDemand): Fault[] {
  if (guidebook.title || metadata.guidebookTemplateCustomId !== undefined) return []
  const message = 'Is needed when no template guidebook is given.'
  return [{ pointer: '/guidebook/title', code: 'required-field', message }]
}
