import type { AccountProjection, Fault } from '@guidebook/contracts'
import { findPartner } from '../account/find-partner.ts'
import type { Context } from '../context.ts'
import { failWithFaults } from '../release/errors.ts'
import { type FoundGuidebook, findGuidebook } from '../release/find-guidebook.ts'
import { type HeldImage, readImages } from './images.ts'
import { namedItems, referenceFaults } from './references.ts'
import { onDemandFaults } from './rules.ts'
import type { SentOnDemand } from './sent-on-demand.ts'

/** What a good request names and carries. */
export interface CheckedOnDemand {
  seller: AccountProjection | null
  template: FoundGuidebook | null
  images: HeldImage[]
}

/**
 * Everything that is answered at once: dates, stages, images, partner, template and all references. Whatever is wrong is refused
 * together, so that one answer says all there is to mend. Stores nothing.
 */
export async function checkOnDemand(
  { accounts, geodata, guidebooks }: Pick<Context, 'accounts' | 'geodata' | 'guidebooks'>,
  operator: AccountProjection,
  request: SentOnDemand,
): Promise<CheckedOnDemand> {
  const { seller, guidebookTemplateCustomId } = request.metadata
  const [partner, template, missing, { images, faults: imageFaults }] = await Promise.all([
    seller === undefined ? null : findPartner(accounts, operator.id, seller, '/metadata/seller'),
    guidebookTemplateCustomId === undefined
      ? null
      : findGuidebook(guidebooks, operator.id, guidebookTemplateCustomId, '/metadata/guidebookTemplateCustomId'),
    referenceFaults(geodata, operator.id, namedItems(request)),
    readImages(request),
  ])
  const faults = [...onDemandFaults(request), partner?.fault, template?.fault, ...imageFaults, ...missing].filter(
    (fault): fault is Fault => fault !== undefined,
  )
  if (faults.length > 0) failWithFaults(faults)
  return { seller: partner?.seller ?? null, template: template?.guidebook ?? null, images }
}
