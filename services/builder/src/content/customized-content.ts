import type { BuildInput } from '@guidebook/contracts'
import type { Warnings } from '../outcome/warnings.ts'
import type { BookContent } from './book-content.ts'
import { collectQuestions, describe, type FoundItems, type Kind, type Questions, type Reference } from './references.ts'
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
