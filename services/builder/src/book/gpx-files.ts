import { buffer } from 'node:stream/consumers'
import type { Artifacts } from '@guidebook/contracts'
import type { GpxFile, GpxFiles } from '@guidebook/roadbook'
import type { AccountFiles } from '../artifact/account-files.ts'
import type { Artifact } from '../artifact/queries.ts'
import { zip } from '../artifact/zip.ts'
import type { PageFiles } from './published-guidebook.ts'

type GpxSet = NonNullable<Artifacts['gpx']>
type GpxArtifact = Artifact<Pick<GpxSet, 'files'>>

/** The GPX files of a trip with a ZIP of all: full files at the top, device files that differ from them in a folder. */
export async function archivedGpx({ files, contents }: GpxFiles) {
  const shared = new Set(files.flatMap(({ variant, content }) => (variant === 'full' ? [content] : [])))
  const entries = files
    .filter(({ variant, content }) => variant === 'full' || !shared.has(content))
    .map(({ name, variant, content }) => ({
      name: variant === 'full' ? `${name}.gpx` : `devices/${name}.gpx`,
      content: contents[content] as Uint8Array,
      compress: true,
    }))
  return { files, contents, archive: await buffer(zip(entries)) }
}

/** Stores the GPX files of a trip. They are one artifact, since they are always made together. */
export async function storeGpx(
  { files, contents, archive }: Awaited<ReturnType<typeof archivedGpx>>,
  { put }: AccountFiles,
): Promise<Omit<GpxArtifact, 'ingredients'>> {
  const zipped = await put(archive, 'application/zip')
  const stored = await Promise.all(contents.map((content) => put(content, 'application/gpx+xml')))
  const facts = files.map(({ name, stage, variant, content }) => {
    const { key, bytes } = stored[content] as (typeof stored)[number]
    return { name, stage, variant, key, bytes }
  })
  return { ...zipped, facts: { files: facts } }
}

export const gpxSetOf = ({ key, bytes, facts }: Pick<GpxArtifact, 'key' | 'bytes' | 'facts'>): GpxSet => ({
  files: facts.files,
  zip: { key, bytes },
})

/** The file names of each stage, for the page. */
export function stageFiles(files: readonly Pick<GpxFile, 'name' | 'stage' | 'variant'>[]): PageFiles['gpx'] {
  const byStage: Record<number, { full: string; device: string }> = {}
  for (const { name, stage, variant } of files) {
    if (stage !== null) byStage[stage] = { full: name, device: name, ...byStage[stage], [variant]: name }
  }
  return byStage
}
