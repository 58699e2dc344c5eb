import type { BookMap, RoadbookDocument } from '../document.ts'
import { planSheets, type SheetFrames, type StageSheets } from '../map/stage-sheets.ts'

/** The sheets of a stage of a book; `null` if its map fits its extent. */
export const sheetsOf = (
  { stages, sheetStages = [] }: Pick<RoadbookDocument, 'stages' | 'sheetStages'>,
  index: number,
  frames: SheetFrames,
): StageSheets | null => {
  const stage = stages[index]
  return stage && sheetStages.includes(index) ? planSheets(stage, frames) : null
}

/** The map of a stage's sheet, by its number. */
export const sheetName = (stage: number, number: number): BookMap => `${stage}/${number}`
