import type { Paper } from '../document.ts'
import type { DrawingStyle, MapFrame } from '../map/map-content.ts'

const pointsPerMm = 72 / 25.4

/** Sizes that depend on the paper. `page` is for the template, the frames are for drawings. */
export interface Layout {
  /** Millimetres, except `type`, `display` and `beside`. */
  page: {
    paper: Paper
    width: number
    margin: { top: number; bottom: number; side: number }
    /** Type sizes relative to A4: small type (`type`) shrinks less than large type (`display`). */
    type: number
    display: number
    /** Whether headings are in a column beside their texts; if not, they are above them. */
    beside: boolean
    coverImage: number
    /** Largest images of a route or text, of an accommodation and of a place. */
    picture: readonly [width: number, height: number]
    stayPicture: readonly [width: number, height: number]
    placePicture: readonly [width: number, height: number]
  }
  /** `room`: points for map, text and table on the first page of the overview. */
  overview: MapFrame & { room: number }
  /** Most characters of a title in a running head. */
  running: number
  map: MapFrame
  profile: { width: number; height: number }
}

/** Style and layout of a book. */
export interface PrintStyle extends DrawingStyle {
  layout: Layout
}

/** Width of drawings in points: that of the text, so that they are not scaled. */
const textWidth = ({ width, margin }: Pick<Layout['page'], 'width' | 'margin'>): number =>
  Math.floor((width - 2 * margin.side) * pointsPerMm)

const a4: Layout['page'] = {
  paper: 'a4',
  width: 210,
  margin: { top: 24, bottom: 22, side: 18 },
  type: 1,
  display: 1,
  beside: true,
  coverImage: 190,
  picture: [130, 78],
  stayPicture: [42, 46],
  placePicture: [34, 34],
}

const a5: Layout['page'] = {
  paper: 'a5',
  width: 148,
  margin: { top: 19, bottom: 17, side: 12 },
  type: 0.93,
  display: 0.74,
  beside: false,
  coverImage: 134,
  picture: [124, 74],
  stayPicture: [34, 38],
  placePicture: [27, 27],
}

export const layouts: Readonly<Record<Paper, Layout>> = {
  a4: {
    page: a4,
    overview: { width: textWidth(a4), minHeight: 240, maxHeight: 420, room: 570 },
    running: 62,
    map: { width: textWidth(a4), minHeight: 215, maxHeight: 330 },
    profile: { width: textWidth(a4), height: 118 },
  },
  a5: {
    page: a5,
    overview: { width: textWidth(a5), minHeight: 180, maxHeight: 300, room: 368 },
    running: 42,
    map: { width: textWidth(a5), minHeight: 165, maxHeight: 240 },
    profile: { width: textWidth(a5), height: 96 },
  },
}
