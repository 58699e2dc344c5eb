import type { PublishedGuidebook } from '@guidebook/contracts'
import { messagesOf } from '@guidebook/messages'

/** Number and title of a stage. The builder's title for a stage without one, "Stage 3", has the number already. */
export function stageName(
  { lang }: Pick<PublishedGuidebook, 'lang'>,
  { number, title }: Pick<PublishedGuidebook['stages'][number], 'number' | 'title'>,
): string {
  return title === `${messagesOf('roadbook', lang).stage} ${number}` ? title : `${number}. ${title}`
}
