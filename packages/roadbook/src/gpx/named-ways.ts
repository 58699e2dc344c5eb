import { messagesOf } from '@guidebook/messages'
import type { RoadbookDocument, Stage } from '../document.ts'
import { stageTitle } from '../stage-title.ts'
import { type StageWay, stageWays } from '../stage-ways.ts'
import { slug } from '../text/ascii.ts'
import { plainText } from '../text/plain-text.ts'

/** A way that has files: the main way of a stage, or an alternative. */
export interface NamedWay extends StageWay {
  stage: Stage
  /** Number of the alternative within its stage, from 1; null: the main way. */
  alternative: number | null
  title: string
  /** `03-over-the-pass`, `03-alternative-1-along-the-river`. */
  fileName: string
}

/** The ways of all stages, in their order. A stage has a main way even without routes. */
export const namedWays = (book: Pick<RoadbookDocument, 'lang' | 'stages'>): NamedWay[] => {
  const texts = messagesOf('roadbook', book.lang)
  return book.stages.flatMap((stage) => {
    const { main, alternatives } = stageWays(stage)
    const title = plainText(stageTitle(stage, texts))
    const number = String(stage.number).padStart(2, '0')
    return [
      { ...main, stage, alternative: null, title, fileName: `${number}-${slug(stage.title) || 'stage'}` },
      ...alternatives.map((way, index) => ({
        ...way,
        stage,
        alternative: index + 1,
        title: plainText(way.name) || `${texts.alternative} ${stage.number}.${index + 1}`,
        fileName: [number, 'alternative', index + 1, slug(way.name)].filter((part) => part !== '').join('-'),
      })),
    ]
  })
}

/** Gives equal file names different numbers. */
export const uniqueNames = (): ((name: string) => string) => {
  const names = new Set<string>()
  // The number to try, by name. Without it, thousands of equal names take quadratic time.
  const nextNumbers = new Map<string, number>()
  return (name) => {
    let free = name
    let number = nextNumbers.get(name) ?? 2
    while (names.has(free)) free = `${name}-${number++}`
    nextNumbers.set(name, number)
    names.add(free)
    return free
  }
}
