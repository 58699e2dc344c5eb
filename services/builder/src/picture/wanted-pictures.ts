import type { ImageRef } from '@guidebook/contracts'
import type { Warnings } from '../build/warnings.ts'
import type { BookContent } from '../content/book-content.ts'

export interface WantedPicture {
  source: ImageRef
  /** `large`: somewhere in the book it is as wide as the text or the page; else it stands beside an entry. */
  size: 'large' | 'small'
  /** Whose picture it is; for warnings. */
  externalIds: string[]
}

/** One book holds no more pictures: those for print are in memory together, about 100 MB of them. */
export const mostPictures = 400

/** Every picture of a book once, by the SHA-256 of its source, in the order of the book. */
export function wantedPictures(content: BookContent, warnings: Warnings): Map<string, WantedPicture> {
  const wanted = new Map<string, WantedPicture>()
  const want = (size: WantedPicture['size'], source: ImageRef | null, externalId: string) => {
    if (source === null) return
    const known = wanted.get(source.sha256)
    if (known) {
      known.externalIds.push(externalId)
      if (size === 'large') known.size = size
    } else if (wanted.size === mostPictures) {
      const message = `A guidebook shows at most ${mostPictures} pictures; a placeholder stands for this one.`
      warnings.add({ code: 'too-many-pictures', message, externalId })
    } else wanted.set(source.sha256, { source, size, externalIds: [externalId] })
  }
  want('large', content.cover, 'cover')
  for (const section of [...content.stages, content.general]) {
    for (const { image, externalId } of [...section.routes, ...section.texts]) want('large', image, externalId)
    for (const { image, externalId } of section.pois) want('small', image, externalId)
  }
  for (const { place } of content.stays) want('small', place.image, place.externalId)
  return wanted
}
