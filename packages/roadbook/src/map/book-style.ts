import { paletteOf } from '../brand/palette.ts'
import type { RoadbookDocument } from '../document.ts'
import { formatsOf } from '../interface/formats.ts'
import { interfaceTexts } from '../interface/interface-texts.ts'
import type { DrawingStyle } from './map-content.ts'

export const styleOf = ({ lang, brand }: Pick<RoadbookDocument, 'lang' | 'brand'>): DrawingStyle => ({
  texts: interfaceTexts(lang),
  formats: formatsOf(lang),
  palette: paletteOf(brand),
})
