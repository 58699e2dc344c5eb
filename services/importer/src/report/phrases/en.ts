import { dateFaultSentences } from '../../csv/dates.ts'
import { numberFaultSentences } from '../../csv/numbers.ts'
import { rowFaultSentences } from '../../csv/row-shape.ts'
import { unreadableSentences } from '../../csv/unreadable.ts'
import { refusalSentences } from '../../mail/refusals.ts'
import { fileSentences, rowSentences } from '../../row/sentences.ts'
import { type Phrases, releasesSentences } from '../phrases.ts'

export const en: Phrases = {
  refusals: refusalSentences,
  unreadable: unreadableSentences,
  files: fileSentences,
  shapes: rowFaultSentences,
  rows: rowSentences,
  dates: dateFaultSentences,
  numbers: numberFaultSentences,
  releases: releasesSentences,
}
