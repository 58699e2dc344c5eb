import type { BuildInput } from '@guidebook/contracts'
import type { BookFrame } from './frame.ts'

/** Colours of the service, for a brand that has set none. */
const defaultColors = { primary: '#1f5c4a', secondary: '#c8a13a' }

const papers = { A4: 'a4', A5: 'a5' } as const
export const paperOf = ({ paper }: Pick<BuildInput, 'paper'>) => papers[paper]

/** The frame of a release's book, in the brand under which the release is sold. */
export const frameOf = (
  { release, brand, organiser, test, paper, url }: BuildInput,
  logo: BookFrame['brand']['logo'],
): Omit<BookFrame, 'contentVersion' | 'createdAt'> => ({
  brand: {
    name: brand.name,
    logo: logo && { name: logo.name, width: logo.width, height: logo.height, color: logo.color },
    primaryColor: brand.primaryColor ?? defaultColors.primary,
    secondaryColor: brand.secondaryColor ?? defaultColors.secondary,
  },
  paper: papers[paper],
  organiser,
  travel: { arrivalDate: release.dates.arrival, departureDate: release.dates.departure },
  bookingCode: String(release.downloadCode),
  test,
  url,
})
