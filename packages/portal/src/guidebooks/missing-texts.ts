import type { Guidebook } from '@guidebook/client'

type ByLanguage = Readonly<Record<string, string>>
type Member = Guidebook['generalInfo'][number]

/** What a language lacks although another language has it. */
export interface MissingTexts {
  language: string
  title: boolean
  description: boolean
  /** Numbers of stages without a title. */
  stages: number[]
  /** Items without a name, each once. */
  items: Member[]
  count: number
}

/** The languages of the guidebook's own texts, with what each of them lacks. */
export function missingTexts({ titles, descriptions, stages, generalInfo }: Guidebook): MissingTexts[] {
  const own = [titles, descriptions, ...stages.map((stage) => stage.titles)]
  const members = new Map(
    [...stages.flatMap(({ routes, pois, texts }) => [...routes, ...pois, ...texts]), ...generalInfo].map((member) => [
      member.link,
      member,
    ]),
  )
  return [...new Set(own.flatMap(Object.keys))].map((language) => {
    const lacks = (texts: ByLanguage) => isEmpty(texts[language]) && Object.values(texts).some((text) => !isEmpty(text))
    const missing = {
      title: lacks(titles),
      description: lacks(descriptions),
      stages: stages.filter((stage) => lacks(stage.titles)).map(({ number }) => number),
      items: [...members.values()].filter(({ names }) => lacks(names)),
    }
    const count = Number(missing.title) + Number(missing.description) + missing.stages.length + missing.items.length
    return { language, ...missing, count }
  })
}

const isEmpty = (text: string | undefined): boolean => (text ?? '').trim() === ''
