import { messagesOf } from '@guidebook/messages'
import { paletteOf } from '../brand/palette.ts'
import type { RoadbookDocument } from '../document.ts'
import { formatsOf } from '../interface/formats.ts'
import type { DrawingStyle } from './map-content.ts'

export const styleOf = ({ lang, brand }: Pick<RoadbookDocument, 'lang' | 'brand'>): DrawingStyle => ({
  texts: messagesOf('roadbook', lang),
  formats: formatsOf(lang),
  palette: paletteOf(brand),
})
