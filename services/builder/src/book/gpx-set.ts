import type { Artifacts } from '@guidebook/contracts'
import type { ObjectStore } from '@guidebook/service-kit'
import { objectBody } from '../artifact/object-body.ts'
import type { Artifact } from '../artifact/queries.ts'
import type { MadeGpxFiles } from './gpx-files.ts'

export type GpxSet = NonNullable<Artifacts['gpx']>
export interface GpxFacts {
  files: GpxSet['files']
}

/** The GPX files of a trip are one artifact, since they are always made together. */
export const gpxIngredients = (tripFingerprint: string): string => `gpx-${tripFingerprint}`

export const gpxSetOf = ({ key, bytes, facts }: Artifact<GpxFacts>): GpxSet => ({
  files: facts.files,
  zip: { key, bytes },
})

export interface GpxToStore extends MadeGpxFiles {
  /** ZIP of all files. */
  archive: Uint8Array
}

/** Stores the GPX files of a trip and their archive. */
export async function storeGpxSet(
  { files, contents, archive }: GpxToStore,
  { account, store }: { account: string; store: ObjectStore },
): Promise<Omit<Artifact<GpxFacts>, 'ingredients'>> {
  const put = (bytes: Uint8Array, contentType: string, extension: string) =>
    store.putByContent(`builder/${account}`, objectBody(bytes), { contentType, extension })
  const mediaType = 'application/zip'
  const [{ key, bytes }, ...stored] = await Promise.all([
    put(archive, mediaType, '.zip'),
    ...contents.map((content) => put(content, 'application/gpx+xml', '.gpx')),
  ])
  const facts = files.flatMap(({ name, stage, variant, content }) => {
    const object = stored[content]
    return object ? [{ name, stage, variant, key: object.key, bytes: object.bytes }] : []
  })
  return { key, bytes, mediaType, facts: { files: facts } }
}
