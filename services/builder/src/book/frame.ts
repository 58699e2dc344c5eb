import type { Logo, RoadbookDocument } from '@guidebook/roadbook'

/** What a book says about its release and not about the trip: the other half of the document beside the draft. */
export type BookFrame = Pick<
  RoadbookDocument,
  'paper' | 'organiser' | 'travel' | 'bookingCode' | 'test' | 'contentVersion' | 'createdAt' | 'url'
> & { brand: Omit<RoadbookDocument['brand'], 'logo'> & { logo: Omit<Logo, 'bytes'> | null } }

/** A picture of the draft as it was resized; null when it could not be read. */
export interface BookImage {
  /** Name of the file on the page, and of the picture in the book. */
  name: string
  width: number
  height: number
}

/** Pictures by the name that the draft gives them. */
export type BookImages = Readonly<Record<string, BookImage | null>>
