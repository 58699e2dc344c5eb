import type { RoadbookDocument } from '../document.ts'
import { namedWays, uniqueNames } from '../gpx/named-ways.ts'
import { movedKindOf } from '../stage-ways.ts'
import { courseOf } from './course.ts'
import { writeFit } from './write-fit.ts'
import { writeTcx } from './write-tcx.ts'

/** A course of a book: the main way of a stage, or an alternative. */
export interface CourseFile {
  /** With its extension: `03-over-the-pass.tcx`; unique within the book. */
  name: string
  format: 'tcx' | 'fit'
  stage: number
  /** Number of the alternative within its stage, from 1; absent: the main way. */
  alternative?: number
  bytes: Uint8Array<ArrayBuffer>
}

/** Courses with course points, in both formats that navigation devices read. Contain no dates: all ways begin at the same moment. */
export const courseFiles = (book: Pick<RoadbookDocument, 'lang' | 'stages'>): CourseFile[] => {
  const unique = uniqueNames()
  return namedWays(book).flatMap((way): CourseFile[] => {
    const name = unique(way.fileName)
    const course = courseOf({ ...way, kind: movedKindOf(way.routes) }, way.stage)
    if (!course) return []
    const about = { stage: way.stage.number, ...(way.alternative !== null && { alternative: way.alternative }) }
    return [
      { ...about, name: `${name}.tcx`, format: 'tcx', bytes: new TextEncoder().encode(writeTcx(course)) },
      { ...about, name: `${name}.fit`, format: 'fit', bytes: writeFit(course) },
    ]
  })
}
