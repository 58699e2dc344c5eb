import type { Fault } from '@guidebook/contracts'
import { findPartner } from '../account/accounts.ts'
import type { Context } from '../context.ts'
import { guidebookMissing, sellerMissing } from '../creation/check-request.ts'
import { failWithFaults } from '../release/errors.ts'
import { periodFaults, staysFaults } from '../release/period.ts'
import { readImages } from './images.ts'
import { checkReferences, templateIn } from './references.ts'
import type { SentOnDemand } from './sent-on-demand.ts'

/**
 * Checks dates, stages, images, partner, template and all references, and throws all faults at once. Returns what the request names and contains.
 * Stores nothing.
 */
export async function checkOnDemand(
  { accounts, geodata, findGuidebook }: Context,
  account: string,
  request: SentOnDemand,
) {
  const { seller, guidebookTemplateCustomId: customId } = request.metadata
  const [partner, template, references, { images, faults: imageFaults }] = await Promise.all([
    seller === undefined ? null : findPartner(accounts, account, seller, '/metadata/seller'),
    customId === undefined ? null : findGuidebook({ account, customId }),
    checkReferences(geodata, account, request),
    readImages(request),
  ])
  const faults: Fault[] = onDemandFaults(request)
  if (partner?.fault) faults.push(partner.fault)
  if (customId !== undefined && template === null) faults.push(guidebookMissing('/metadata/guidebookTemplateCustomId'))
  faults.push(...imageFaults, ...references.faults)
  if (faults.length > 0) failWithFaults(faults)
  const bindings = [...references.bindings, ...templateIn(template?.id ?? null)]
  return { reseller: partner?.reseller ?? null, template, bindings, images }
}

const pointers = {
  start: '/publish/startDate',
  end: '/publish/endDate',
  arrival: '/booking/arrivalDate',
  departure: '/booking/departureDate',
}

/** The rules that need only the request. */
function onDemandFaults({ publish, booking = {}, guidebook, metadata }: SentOnDemand): Fault[] {
  const { arrivalDate: arrival = null, departureDate: departure = null, accommodation = [] } = booking
  const period = { start: publish.startDate, end: publish.endDate, arrival, departure }
  const faults = [
    ...periodFaults(period, pointers),
    ...staysFaults(accommodation, period, '/booking/accommodation'),
    ...stageFaults(guidebook.stages, accommodation),
  ]
  if (metadata.sellerCode !== undefined && metadata.seller === undefined) faults.push(sellerMissing('/metadata/seller'))
  if (!guidebook.title && metadata.guidebookTemplateCustomId === undefined) {
    const message = 'Is needed when no template guidebook is given.'
    faults.push({ pointer: '/guidebook/title', code: 'required-field', message })
  }
  return faults
}

/** Each stage has another number, and an accommodation belongs to a stage that exists. */
function stageFaults(stages: readonly { number: number }[], stays: readonly { stageNumber?: number }[]): Fault[] {
  const numbers = new Set<number>()
  const faults: Fault[] = []
  for (const [i, { number }] of stages.entries()) {
    if (numbers.has(number)) {
      const message = 'Another stage has this number.'
      faults.push({ pointer: `/guidebook/stages/${i}/number`, code: 'stage-number-taken', message })
    }
    numbers.add(number)
  }
  for (const [i, { stageNumber }] of stays.entries()) {
    if (stageNumber !== undefined && !numbers.has(stageNumber)) {
      const message = 'No stage of the guidebook has this number.'
      faults.push({ pointer: `/booking/accommodation/${i}/stageNumber`, code: 'stage-not-found', message })
    }
  }
  return faults
}
