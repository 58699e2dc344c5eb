import type { BuildInput } from '@guidebook/contracts'
import type { Warnings } from '../outcome/warnings.ts'
import type { BookContent } from './book-content.ts'
import {
  type CollectedReferences,
  collectReferences,
  describe,
  type FoundItems,
  type Kind,
  type Reference,
} from './references.ts'
import { storedPoi, storedRoute, storedText } from './stored-item.ts'

type Customization = Pick<BuildInput, 'accommodation' | 'texts' | 'assets'>

interface Named {
  externalId: string
  libraryExternalId: string
}

const referenceOf = (named: Named): Reference => ({
  libraryCustomId: named.libraryExternalId,
  customId: named.externalId,
})

/** An asset of type GEO may be a library item of any kind. */
const assetKinds = ['route', 'poi', 'text'] as const

/** All library items that a customization refers to. */
export function referencesOfCustomization({ accommodation, texts, assets }: Customization): CollectedReferences {
  const references = collectReferences()
  for (const stay of accommodation) references.add('poi', referenceOf(stay))
  for (const text of texts) references.add('text', referenceOf(text))
  for (const asset of assets) for (const kind of assetKinds) references.add(kind, referenceOf(asset))
  return references
}

/**
 * Adds the booking's accommodations, text pages and assets to the content of the original guidebook. An unknown reference adds a warning
 * and does not fail the build: the rest of the booking must reach the traveller.
 */
export function customize(
  content: BookContent,
  customization: Customization,
  found: FoundItems,
  warnings: Warnings,
): BookContent {
  const missing = (what: string, named: Named, pointer: string): [] => {
    warnings.add({
      severity: 'error',
      code: 'reference-missing',
      message: `The ${what} ${describe(referenceOf(named))} does not exist and was left out.`,
      externalId: named.externalId,
      pointer,
    })
    return []
  }
  const find = <K extends Kind>(kind: K, named: Named) => found.find(kind, referenceOf(named))

  const general = {
    routes: [...content.general.routes],
    pois: [...content.general.pois],
    texts: [...content.general.texts],
  }
  for (const [i, asset] of customization.assets.entries()) {
    const pointer = `/additionalAssets/${i}`
    const [route, poi, text] = [find('route', asset), find('poi', asset), find('text', asset)]
    if (route) general.routes.push(storedRoute(route, pointer))
    if (poi) general.pois.push(storedPoi(poi, pointer))
    if (text) general.texts.push(storedText(text, pointer))
    if (!route && !poi && !text) missing('asset', asset, pointer)
  }
  for (const [i, page] of customization.texts.entries()) {
    const pointer = `/text/${i}`
    const text = find('text', page)
    if (text) general.texts.push(storedText(text, pointer))
    else missing('text page', page, pointer)
  }
  const stays = customization.accommodation.flatMap((stay, i) => {
    const pointer = `/accommodation/${i}`
    const place = find('poi', stay)
    if (!place) return missing('accommodation', stay, pointer)
    const { arrivalDate, departureDate, comment } = stay
    return [
      { place: storedPoi(place, pointer), stageNumber: null, arrivalDate, departureDate, comment: comment || null },
    ]
  })
  return { ...content, general, stays: [...content.stays, ...stays] }
}
