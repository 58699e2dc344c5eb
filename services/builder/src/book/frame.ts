import type { BuildInput } from '@guidebook/contracts'
import type { Logo, RoadbookDocument, RoadbookImage } from '@guidebook/roadbook'
import { dayAt } from '@guidebook/service-kit'

/** The part of the document that depends on the release and not on the trip; the rest is the draft. */
export type BookFrame = Pick<
  RoadbookDocument,
  | 'paper'
  | 'organiser'
  | 'travel'
  | 'bookingCode'
  | 'test'
  | 'preview'
  | 'contentVersion'
  | 'createdAt'
  | 'createdOn'
  | 'url'
  | 'hasGpx'
  | 'emergencyPhone'
> & { brand: Omit<RoadbookDocument['brand'], 'logo'> & { logo: Omit<Logo, 'bytes'> | null } }

type Creation = Pick<BookFrame, 'createdAt' | 'createdOn'>

/** The frame without what depends on the draft or on the time of the build. */
export type ReleaseFrame = Omit<BookFrame, 'contentVersion' | keyof Creation>

/** The resized images of a book by their names in the draft, with their file names on the page; null: unreadable. */
export type BookImages = Readonly<Record<string, Omit<RoadbookImage, 'bytes'> | null>>

/** Colours of the service, for a brand that has set none. */
const defaultColors = { primary: '#1f5c4a', secondary: '#c8a13a' }

const papers = { A4: 'a4', A5: 'a5' } as const
export const paperOf = ({ paper }: Pick<BuildInput, 'paper'>) => papers[paper]

/** The frame of a release's book, in the brand under which the release is sold. */
export const frameOf = (
  { release, brand, organiser, test, preview, paper, url, emergencyPhone }: BuildInput,
  logo: BookFrame['brand']['logo'],
): ReleaseFrame => ({
  brand: {
    name: brand.name,
    logo: logo && { name: logo.name, width: logo.width, height: logo.height, color: logo.color },
    primaryColor: brand.primaryColor ?? defaultColors.primary,
    secondaryColor: brand.secondaryColor ?? defaultColors.secondary,
  },
  paper: papers[paper],
  organiser,
  travel: { arrivalDate: release.dates.arrival, departureDate: release.dates.departure },
  bookingCode: preview ? null : String(release.downloadCode),
  test,
  // Omitted for releases: a new field would change the version of each of their books.
  ...(preview && { preview }),
  url,
  hasGpx: release.channels.gpx,
  emergencyPhone: emergencyPhone ?? null,
})

/** When the build was requested. */
export const creationOf = (requestedAt: Date, { timeZone }: Pick<BuildInput, 'timeZone'>): Creation => ({
  createdAt: requestedAt.toISOString(),
  createdOn: dayAt(requestedAt, timeZone),
})
