import type { ImageRef } from '@guidebook/contracts'
import type { BookContent, BookItem } from '../content/book-content.ts'
import type { Warnings } from '../outcome/warnings.ts'

/** The item with the image; for warnings. `externalId: null`: the cover. */
type ImageOwner = { externalId: string | null } & Pick<BookItem, 'pointer'>

export interface WantedImage {
  source: ImageRef
  /** `large`: at least once as wide as the text or the page. `small`: only beside list entries. */
  size: 'large' | 'small'
  owners: ImageOwner[]
}

/** Limit of a book: its images for print are in memory together, about 100 MB. */
export const mostImages = 400

/** The distinct images of a book by the SHA-256 of their sources, in the order of the book. */
export function wantedImages(content: BookContent, warnings: Warnings): Map<string, WantedImage> {
  const wanted = new Map<string, WantedImage>()
  const want = (size: WantedImage['size'], source: ImageRef | null, { externalId, pointer }: ImageOwner) => {
    if (source === null) return
    const known = wanted.get(source.sha256)
    if (known) {
      known.owners.push({ externalId, pointer })
      if (size === 'large') known.size = size
    } else if (wanted.size === mostImages) {
      const message = `A guidebook shows at most ${mostImages} pictures; a placeholder is shown instead of this one.`
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
