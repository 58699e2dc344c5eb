import type { RoadbookDocument, Stage } from '../document.ts'
import type { GpxVariant } from './guidebook-gpx.ts'

const longest = 60
/** Letters that have no Unicode decomposition. */
const letters: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  þ: 'th',
  ı: 'i',
}

/** ASCII letters, digits and hyphens, safe in URLs, ZIP files and on devices; may be empty. */
const slug = (text: string): string =>
  text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]/g, (sign) => letters[sign] ?? '-')
    .replace(/-{2,}/g, '-')
    .slice(0, longest)
    .replace(/^-|-$/g, '')

/** `03-over-the-pass.gpx` for a stage, the guidebook's title for the whole trip; device files end in `-device.gpx`. */
export const gpxFileName = (
  book: Pick<RoadbookDocument, 'title'>,
  stage: Pick<Stage, 'number' | 'title'> | null,
  variant: GpxVariant,
): string => {
  const parts = stage
    ? [String(stage.number).padStart(2, '0'), slug(stage.title) || 'stage']
    : [slug(book.title) || 'guidebook']
  if (variant === 'device') parts.push('device')
  return `${parts.join('-')}.gpx`
}
