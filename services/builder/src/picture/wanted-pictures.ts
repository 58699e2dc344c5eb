import type { ImageRef } from '@guidebook/contracts'
import type { Warnings } from '../build/warnings.ts'
import type { BookContent } from '../content/book-content.ts'

export interface WantedPicture {
  source: ImageRef
  /** Whose picture it is; for warnings. */
  externalIds: string[]
}

/** One book holds no more pictures: those for print are in memory together, about 100 MB of them. */
export const mostPictures = 400

/** Every picture of a book once, by the SHA-256 of its source, in the order of the book. */
export function wantedPictures(content: BookContent, warnings: Warnings): Map<string, WantedPicture> {
  const wanted = new Map<string, WantedPicture>()
  const want = (source: ImageRef | null, externalId: string) => {
    if (source === null) return
    const known = wanted.get(source.sha256)
    if (known) known.externalIds.push(externalId)
    else if (wanted.size === mostPictures) {
      const message = `A guidebook shows at most ${mostPictures} pictures; a placeholder stands for this one.`
      warnings.add({ code: 'too-many-pictures', message, externalId })
    } else wanted.set(source.sha256, { source, externalIds: [externalId] })
  }
  want(content.cover, 'cover')
  for (const section of [...content.stages, content.general]) {
    for (const { image, externalId } of [...section.routes, ...section.pois, ...section.texts]) want(image, externalId)
  }
  for (const { place } of content.stays) want(place.image, place.externalId)
  return wanted
}
