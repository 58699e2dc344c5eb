import type { Logo, RoadbookDocument } from '@guidebook/roadbook'

/** The part of the document that depends on the release and not on the trip; the rest is the draft. */
export type BookFrame = Pick<
  RoadbookDocument,
  'paper' | 'organiser' | 'travel' | 'bookingCode' | 'test' | 'contentVersion' | 'createdAt' | 'url'
> & { brand: Omit<RoadbookDocument['brand'], 'logo'> & { logo: Omit<Logo, 'bytes'> | null } }

/** A resized image of the draft. */
export interface BookImage {
  /** File name on the page, and name in the book. */
  name: string
  width: number
  height: number
}

/** Images by their names in the draft; null: unreadable. */
export type BookImages = Readonly<Record<string, BookImage | null>>
