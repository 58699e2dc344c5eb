import type { BuildInput } from '@guidebook/contracts'
import type { Warnings } from '../build/warnings.ts'
import type { BookContent } from './book-content.ts'
import { collectQuestions, describe, type FoundItems, type Kind, type Questions, type Reference } from './references.ts'
import { storedPoi, storedRoute, storedText } from './stored-item.ts'

type Customization = Pick<BuildInput, 'accommodation' | 'texts' | 'assets'>

const referenceOf = (named: { externalId: string; libraryExternalId: string }): Reference => ({
  libraryCustomId: named.libraryExternalId,
  customId: named.externalId,
})

/** An asset of type GEO may be anything that a library holds. */
const assetKinds = ['route', 'poi', 'text'] as const

/** Everything that a customization takes from libraries. */
export function questionsOfCustomization({ accommodation, texts, assets }: Customization): Questions {
  const questions = collectQuestions()
  for (const stay of accommodation) questions.ask('poi', referenceOf(stay))
  for (const text of texts) questions.ask('text', referenceOf(text))
  for (const asset of assets) for (const kind of assetKinds) questions.ask(kind, referenceOf(asset))
  return questions
}

/**
 * The guidebook of a customized release: a copy of the original with the booking's accommodations, text pages and
 * assets added. A reference that names nothing is a warning, never a failure: the rest of the booking must reach the traveller.
 */
export function customize(
  content: BookContent,
  customization: Customization,
  found: FoundItems,
  warnings: Warnings,
): BookContent {
  const missing = (what: string, reference: Reference & { customId: string }): [] => {
    warnings.add({
      severity: 'error',
      code: 'reference-missing',
      message: `The ${what} ${describe(reference)} does not exist and was left out.`,
      externalId: reference.customId,
    })
    return []
  }
  const find = <K extends Kind>(kind: K, named: { externalId: string; libraryExternalId: string }) =>
    found.find(kind, referenceOf(named))

  const general = {
    routes: [...content.general.routes],
    pois: [...content.general.pois],
    texts: [...content.general.texts],
  }
  for (const asset of customization.assets) {
    const [route, poi, text] = [find('route', asset), find('poi', asset), find('text', asset)]
    if (route) general.routes.push(storedRoute(route))
    if (poi) general.pois.push(storedPoi(poi))
    if (text) general.texts.push(storedText(text))
    if (!route && !poi && !text)
      missing('asset', { libraryCustomId: asset.libraryExternalId, customId: asset.externalId })
  }
  for (const page of customization.texts) {
    const text = find('text', page)
    if (text) general.texts.push(storedText(text))
    else missing('text page', { libraryCustomId: page.libraryExternalId, customId: page.externalId })
  }
  const stays = customization.accommodation.flatMap((stay) => {
    const place = find('poi', stay)
    if (!place) return missing('accommodation', { libraryCustomId: stay.libraryExternalId, customId: stay.externalId })
    const { arrivalDate, departureDate, comment } = stay
    return [{ place: storedPoi(place), stageNumber: null, arrivalDate, departureDate, comment: comment || null }]
  })
  return { ...content, general, stays: [...content.stays, ...stays] }
}
