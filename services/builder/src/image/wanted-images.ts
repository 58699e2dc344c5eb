import type { ImageRef } from '@guidebook/contracts'
import type { Warnings } from '../outcome/warnings.ts'
import type { BookContent, BookItem } from '../content/book-content.ts'

/** Whose picture it is; for warnings. No custom ID: the cover. */
type ImageOwner = { externalId: string | null } & Pick<BookItem, 'pointer'>

export interface WantedImage {
  source: ImageRef
  /** `large`: somewhere in the book it is as wide as the text or the page; else it stands beside an entry. */
  size: 'large' | 'small'
  owners: ImageOwner[]
}

/** One book holds no more pictures: those for print are in memory together, about 100 MB of them. */
export const mostImages = 400

/** Every picture of a book once, by the SHA-256 of its source, in the order of the book. */
export function wantedImages(content: BookContent, warnings: Warnings): Map<string, WantedImage> {
  const wanted = new Map<string, WantedImage>()
  const want = (size: WantedImage['size'], source: ImageRef | null, { externalId, pointer }: ImageOwner) => {
    if (source === null) return
    const known = wanted.get(source.sha256)
    if (known) {
      known.owners.push({ externalId, pointer })
      if (size === 'large') known.size = size
    } else if (wanted.size === mostImages) {
      const message = `A guidebook shows at most ${mostImages} pictures; a placeholder stands for this one.`
      warnings.add({ code: 'too-many-pictures', message, externalId, pointer })
    } else wanted.set(source.sha256, { source, size, owners: [{ externalId, pointer }] })
  }
  want('large', content.cover, { externalId: null, pointer: content.coverPointer })
  for (const section of [...content.stages, content.general]) {
    for (const item of [...section.routes, ...section.texts]) want('large', item.image, item)
    for (const item of section.pois) want('small', item.image, item)
  }
  for (const { place } of content.stays) want('small', place.image, place)
  return wanted
}
