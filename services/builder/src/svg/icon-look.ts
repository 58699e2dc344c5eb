import { paletteOf } from '@guidebook/roadbook'

/** What an icon shows: a brand's first letter, '' when it has none, on the brand's colour. */
export interface IconLook {
  letter: string
  ground: string
  ink: string
}

/** For a brand that has set no colour: that of the page's head then. */
const neutral = '#1f4e5f'

/** How a brand looks on a home screen. */
export function iconLook({ name, primaryColor }: { name: string; primaryColor: string | null }): IconLook {
  const { primary, onPrimary } = paletteOf({ primaryColor: primaryColor ?? neutral, secondaryColor: '' })
  const [first = ''] = /[\p{L}\p{N}]\p{M}*/u.exec(name.normalize('NFC')) ?? []
  // As one sign: what has a longer capital form (ß) stays as it is.
  const capital = first.toUpperCase()
  return { letter: [...capital].length > [...first].length ? first : capital, ground: primary, ink: onPrimary }
}
