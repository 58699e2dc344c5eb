import type { Paper } from '../document.ts'
import type { DrawingStyle, MapFrame } from '../map/map-content.ts'

const pointsPerMm = 72 / 25.4

/** What differs between a book on one paper and on another. The template gets `page`, the drawings their frames. */
export interface Layout {
  /** Millimetres, but `type`, `display` and `beside`. */
  page: {
    paper: Paper
    width: number
    margin: { top: number; bottom: number; side: number }
    /** Type sizes as a share of those on A4. What is small there stays legible, what is large gives way. */
    type: number
    display: number
    /** Whether headings stand in a column beside their texts, or above them where a line would become too short. */
    beside: boolean
    coverImage: number
    /** Largest pictures of a route or text, of an accommodation and of a place: each is fitted into its frame. */
    picture: readonly [width: number, height: number]
    stayPicture: readonly [width: number, height: number]
    placePicture: readonly [width: number, height: number]
  }
  /** `room`: points that the map, the text and the table of the overview share on their first page. */
  overview: MapFrame & { room: number }
  /** Letters of a title that have room on one side of a running line. */
  running: number
  map: MapFrame
  profile: { width: number; height: number }
}

/** How a book speaks and looks, and the room it has. */
export interface PrintStyle extends DrawingStyle {
  layout: Layout
}

/** Drawings are as wide as the text, in points, so that their letters keep the size they are drawn in. */
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
