import { nameOf } from '../../i18n/names.ts'
import type { useTexts } from '../../i18n/texts.tsx'
import type { StageDraft } from './draft.ts'

export function nameOfStage(
  { number, titles }: Pick<StageDraft, 'number' | 'titles'>,
  t: Pick<ReturnType<typeof useTexts>, 'labelled' | 'stageNumber'>,
  language: string,
): string {
  const title = nameOf(titles, language)
  const numbered = t.stageNumber({ n: String(number) })
  return title === '' ? numbered : t.labelled({ label: numbered, value: title })
}
