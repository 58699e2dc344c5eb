import type { DrawingStyle } from '../map/map-content.ts'
import type { PrintedBasemap } from './book-files.ts'

const a4 = {
  paper: 'a4',
  /** Millimetres, as are all sizes here except `type`, `display` and `beside`. */
  width: 210,
  height: 297,
  margin: { top: 24, bottom: 22, side: 18 },
  /** Type sizes relative to A4: small type (`type`) shrinks less than large type (`display`). */
  type: 1,
  display: 1,
  /** Whether headings are in a column beside their texts; if not, they are above them. */
  beside: true,
  coverImage: 190,
  /** Largest images of a route or text, of an accommodation and of a place: width and height. */
  picture: [130, 78],
  stayPicture: [42, 46],
  placePicture: [34, 34],
}

const a5: typeof a4 = {
  paper: 'a5',
  width: 148,
  height: 210,
  margin: { top: 19, bottom: 17, side: 12 },
  type: 0.93,
  display: 0.74,
  beside: false,
  coverImage: 134,
  picture: [124, 74],
  stayPicture: [34, 38],
  placePicture: [27, 27],
}

/** Width of drawings in points: that of the text, so that they are not scaled. */
const textWidth = ({ width, margin }: typeof a4): number => Math.floor(((width - 2 * margin.side) * 72) / 25.4)

/** Height of a sheet without its map: the caption, and the distance to the text above. */
const sheetCaption = 34

/** Sheets of maps in points: one on a page, or two. */
const sheetOf = ({ height, margin, ...page }: typeof a4) => {
  const room = Math.floor(((height - margin.top - margin.bottom) * 72) / 25.4)
  return {
    width: textWidth({ height, margin, ...page }),
    wholeHeight: room - sheetCaption,
    halfHeight: Math.floor(room / 2) - sheetCaption,
  }
}

/** The cover in points, with the height of its picture. */
const coverOf = ({ width, height, coverImage }: typeof a4) => {
  const points = (millimetres: number): number => (millimetres * 72) / 25.4
  return { width: points(width), height: points(height), pictureHeight: points(coverImage) }
}

/**
 * Sizes that depend on the paper: `page` is for the template, the frames are for drawings, `running` is the longest title in a running head, in Latin
 * letters.
 */
export const layouts = {
  a4: {
    page: a4,
    cover: coverOf(a4),
    /** `room`: points for map, text and table on the first page of the overview. */
    overview: { width: textWidth(a4), minHeight: 240, maxHeight: 420, room: 570 },
    running: 62,
    /** `scaledHeight`: of a map at a fixed scale, if the stage then needs no sheets. */
    map: { width: textWidth(a4), minHeight: 215, maxHeight: 330, scaledHeight: 400 },
    sheet: sheetOf(a4),
    profile: { width: textWidth(a4), height: 118 },
  },
  a5: {
    page: a5,
    cover: coverOf(a5),
    overview: { width: textWidth(a5), minHeight: 180, maxHeight: 300, room: 368 },
    running: 42,
    map: { width: textWidth(a5), minHeight: 165, maxHeight: 240, scaledHeight: 240 },
    sheet: sheetOf(a5),
    profile: { width: textWidth(a5), height: 96 },
  },
}

/** Style and layout of a book. */
export type PrintStyle = DrawingStyle & { layout: typeof layouts.a4 }

/** The style of a map that is printed on a basemap. */
export const styleOn = ({ file, vector }: PrintedBasemap, style: PrintStyle): PrintStyle => ({
  ...style,
  onPicture: file !== null,
  vector,
})
