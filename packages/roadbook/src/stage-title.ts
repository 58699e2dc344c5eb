import { messagesOf } from '@guidebook/messages'
import type { RoadbookDocument, Stage } from './document.ts'
import type { BookMessages } from './interface/formats.ts'
import { plainText } from './text/plain-text.ts'

/** The operator's title of a stage; "Stage 3" for a stage without one. */
export const stageTitle = (
  { number, title }: Pick<Stage, 'number' | 'title'>,
  texts: Pick<BookMessages, 'stage'>,
): string => (plainText(title) === '' ? `${texts.stage} ${number}` : title)

/** The stages of a book, all with a title. */
export function titledStages({ lang, stages }: Pick<RoadbookDocument, 'lang' | 'stages'>): Stage[] {
  const texts = messagesOf('roadbook', lang)
  return stages.map((stage) => ({ ...stage, title: stageTitle(stage, texts) }))
}
