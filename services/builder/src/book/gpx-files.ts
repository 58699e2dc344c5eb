import { buffer } from 'node:stream/consumers'
import { type Artifacts, courseMediaTypes, type PublishedGuidebook } from '@guidebook/contracts'
import type { CourseFile, GpxFile, GpxFiles } from '@guidebook/roadbook'
import type { AccountFiles } from '../artifact/account-files.ts'
import type { Artifact } from '../artifact/queries.ts'
import { zip } from '../artifact/zip.ts'

type GpxSet = NonNullable<Artifacts['gpx']>
export interface GpxFacts extends Pick<GpxSet, 'files' | 'courses'> {
  /** Device files that lack segments, for the warnings of each build that uses the files. */
  incomplete: { name: string; segmentsLeftOut: number }[]
}
type GpxArtifact = Artifact<GpxFacts>

/** The GPX files and courses of a trip with a ZIP of all: full files at the top, device files that differ from them and courses in folders. */
export async function archivedGpx({ files, contents }: GpxFiles, courses: readonly CourseFile[]) {
  const shared = new Set(files.flatMap(({ variant, content }) => (variant === 'full' ? [content] : [])))
  const entries = files
    .filter(({ variant, content }) => variant === 'full' || !shared.has(content))
    .map(({ name, variant, content }) => ({
      name: variant === 'full' ? `${name}.gpx` : `devices/${name}.gpx`,
      content: contents[content] as Uint8Array,
      compress: true,
    }))
  const courseEntries = courses.map(({ name, bytes }) => ({ name: `courses/${name}`, content: bytes, compress: true }))
  return { files, contents, courses, archive: await buffer(zip([...entries, ...courseEntries])) }
}

/** Stores the GPX files of a trip. They are one artifact, since they are always made together. */
export async function storeGpx(
  { files, contents, courses, archive }: Awaited<ReturnType<typeof archivedGpx>>,
  { put }: AccountFiles,
): Promise<Omit<GpxArtifact, 'ingredients'>> {
  const zipped = await put(archive, 'application/zip')
  const stored = await Promise.all(contents.map((content) => put(content, 'application/gpx+xml')))
  const facts = files.map(({ name, stage, alternative, variant, content }) => {
    const { key, bytes } = stored[content] as (typeof stored)[number]
    return { name, stage, ...(alternative !== undefined && { alternative }), variant, key, bytes }
  })
  const courseFacts = await Promise.all(
    courses.map(async ({ bytes: content, ...course }) => {
      const { key, bytes } = await put(content, courseMediaTypes[course.format])
      return { ...course, key, bytes }
    }),
  )
  const incomplete = files.flatMap(({ name, segmentsLeftOut }) =>
    segmentsLeftOut === 0 ? [] : [{ name, segmentsLeftOut }],
  )
  return { ...zipped, facts: { files: facts, courses: courseFacts, incomplete } }
}

/** What the message about a build says about the files. */
export function gpxSetOf({ key, bytes, facts }: Pick<GpxArtifact, 'key' | 'bytes' | 'facts'>): GpxSet {
  const { incomplete: _, ...listed } = facts
  return { ...listed, zip: { key, bytes } }
}

type WayFiles = NonNullable<PublishedGuidebook['stages'][number]['gpx']>
/** By `wayKey`. Plain data, since it is copied between processes. */
export type FilesByWay = Readonly<Record<string, WayFiles>>

/** Of the main way of a stage, or of an alternative by its number. */
export const wayKey = (stage: number, alternative?: number): string =>
  alternative === undefined ? `${stage}` : `${stage}.${alternative}`

type NamedFiles = {
  files: readonly Pick<GpxFile, 'name' | 'stage' | 'alternative' | 'variant'>[]
  courses?: readonly Pick<CourseFile, 'name' | 'stage' | 'alternative' | 'format'>[] | undefined
}

/** The file names of each way, for the page. */
export function filesByWay({ files, courses = [] }: NamedFiles): FilesByWay {
  const byWay: Record<string, WayFiles> = {}
  for (const { name, stage, alternative, variant } of files) {
    if (stage === null) continue
    const way = wayKey(stage, alternative)
    byWay[way] = { full: name, device: name, ...byWay[way], [variant]: name }
  }
  for (const { name, stage, alternative, format } of courses) {
    const way = byWay[wayKey(stage, alternative)]
    if (way) way[format] = name
  }
  return byWay
}
