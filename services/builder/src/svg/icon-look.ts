import { paletteOf } from '@guidebook/roadbook'

/** Appearance of an icon: the brand's first letter (`''` if it has none) on the brand's colour. */
export interface IconLook {
  letter: string
  background: string
  ink: string
}

/** For a brand without a colour: the same as the page header's. */
const neutral = '#1f4e5f'

/** The appearance of a brand's icon on a home screen. */
export function iconLook({ name, primaryColor }: { name: string; primaryColor: string | null }): IconLook {
  const { primary, onPrimary } = paletteOf({ primaryColor: primaryColor ?? neutral, secondaryColor: '' })
  const [first = ''] = /[\p{L}\p{N}]\p{M}*/u.exec(name.normalize('NFC')) ?? []
  // A letter whose capital form is longer (ß) stays as it is.
  const capital = first.toUpperCase()
  return { letter: [...capital].length > [...first].length ? first : capital, background: primary, ink: onPrimary }
}
