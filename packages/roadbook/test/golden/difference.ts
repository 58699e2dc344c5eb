import type { PagePicture } from './page-pictures.ts'

/** Brightness by which a pixel may differ: a letter may sit a fraction of a pixel aside. */
const unnoticed = 18
/** Share of a page that may differ more: about the area of one number on a map. */
const tolerated = 0.0004

export interface Difference {
  /** Share of the page, 0 to 1. */
  share: number
  /** Grey where nothing differs, white where ink has come, black where some has gone. */
  picture: PagePicture
}

/** How a page differs from what it was; `null` when no one would see it. */
export const differenceOf = (before: PagePicture, now: PagePicture): Difference | null => {
  if (before.width !== now.width || before.height !== now.height) return { share: 1, picture: now }
  let differing = 0
  const pixels = before.pixels.map((value, index) => {
    const change = (now.pixels[index] ?? 0) - value
    if (Math.abs(change) <= unnoticed) return 128 + ((value - 128) >> 3)
    differing += 1
    return change > 0 ? 0 : 255
  })
  const share = differing / pixels.length
  return share <= tolerated ? null : { share, picture: { ...now, pixels } }
}
