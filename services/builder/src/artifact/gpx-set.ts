import type { Artifacts } from '@guidebook/contracts'
import type { ObjectStore, StoredObject } from '@guidebook/service-kit'
import type { MadeGpx } from '../book/gpx-files.ts'
import { sha256 } from './fingerprint.ts'
import type { Artifact } from './queries.ts'
import { zip } from './zip.ts'

export type GpxSet = NonNullable<Artifacts['gpx']>
export interface GpxFacts {
  files: GpxSet['files']
}

/** The files of one trip are one artifact: they are always made together. */
export const gpxIngredients = (tripFingerprint: string): string => `gpx-${tripFingerprint}`

export const gpxSetOf = ({ key, bytes, facts }: Artifact<GpxFacts>): GpxSet => ({
  files: facts.files,
  zip: { key, bytes },
})

/**
 * Stores the GPX files of a trip and a ZIP of them: the whole ones at its top, those for devices in a folder as far as
 * they differ. A device's file is mostly the same as the whole one; the same bytes are kept once.
 */
export async function storeGpxSet(
  files: readonly MadeGpx[],
  { account, store }: { account: string; store: ObjectStore },
): Promise<Omit<Artifact<GpxFacts>, 'ingredients'>> {
  const prefix = `builder/${account}`
  const distinct = new Map<string, MadeGpx>()
  const hashes = files.map((file) => {
    const hash = sha256(file.content)
    if (!distinct.has(hash)) distinct.set(hash, file)
    return hash
  })
  const putZip = store.putByContent(prefix, zip([...distinct.values()].map(zipEntry)), {
    contentType: 'application/zip',
    extension: '.zip',
  })
  const putFiles = [...distinct].map(async ([hash, { content }]): Promise<[string, StoredObject]> => {
    const body = Buffer.from(content.buffer, content.byteOffset, content.byteLength)
    return [hash, await store.putByContent(prefix, body, { contentType: 'application/gpx+xml', extension: '.gpx' })]
  })
  const [{ key, bytes }, ...stored] = await Promise.all([putZip, ...putFiles])
  const byHash = new Map(stored)
  const facts = files.flatMap(({ name, stage, variant }, index) => {
    const object = byHash.get(hashes[index] ?? '')
    return object ? [{ name, stage, variant, key: object.key, bytes: object.bytes }] : []
  })
  return { key, bytes, mediaType: 'application/zip', facts: { files: facts } }
}

const zipEntry = ({ name, variant, content }: MadeGpx) => ({
  name: variant === 'full' ? `${name}.gpx` : `devices/${name}.gpx`,
  content,
  compress: true,
})
