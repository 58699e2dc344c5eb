import { basename } from 'node:path/posix'
import type { Artifacts } from '@guidebook/contracts'
import { ObjectMissingError, type ObjectStore } from '@guidebook/service-kit'
import type { FullRelease } from '../release/queries.ts'
import { failNotReady } from './not-ready.ts'

/** A file of a trip in the object store. */
export interface TripFile {
  key: string
  contentType: string
  /** What the traveller's device calls it. */
  name: string
  /** Shown by the browser, or kept. */
  disposition: 'inline' | 'attachment'
}

/** Why there is no file: its channel is off, there is none of that name, or it is not built yet. */
export type Missing = 'switched-off' | 'no-file' | 'not-ready'
type Answer = TripFile | Missing

export function roadbookOf({ release }: FullRelease, artifacts: Artifacts | null): Answer {
  if (!release.pdfEnabled) return 'switched-off'
  if (!artifacts?.pdf) return 'not-ready'
  return { key: artifacts.pdf.key, contentType: 'application/pdf', name: `${release.title}.pdf`, disposition: 'inline' }
}

export function gpxArchiveOf({ release }: FullRelease, artifacts: Artifacts | null): Answer {
  if (!release.gpxEnabled) return 'switched-off'
  if (!artifacts?.gpx) return 'not-ready'
  const { key } = artifacts.gpx.zip
  return { key, contentType: 'application/zip', name: `${release.title} GPX.zip`, disposition: 'attachment' }
}

export function gpxFileOf({ release }: FullRelease, artifacts: Artifacts | null, wanted: string): Answer {
  if (!release.gpxEnabled) return 'switched-off'
  if (!artifacts?.gpx) return 'not-ready'
  const file = artifacts.gpx.files.find(({ name }) => name === wanted)
  if (file === undefined) return 'no-file'
  return { key: file.key, contentType: 'application/gpx+xml', name: `${file.name}.gpx`, disposition: 'attachment' }
}

export function bundleOf({ release }: FullRelease, artifacts: Artifacts | null): Answer {
  if (!release.appEnabled) return 'switched-off'
  if (!artifacts?.bundle) return 'not-ready'
  const { key } = artifacts.bundle
  return { key, contentType: 'application/zip', name: `${release.title}.zip`, disposition: 'attachment' }
}

export function imageOf(artifacts: Artifacts | null, wanted: string): Answer {
  const image = artifacts?.images.find(({ name }) => name === wanted)
  if (image === undefined) return 'no-file'
  return { key: image.key, contentType: image.mediaType, name: image.name, disposition: 'inline' }
}

export function iconOf(artifacts: Artifacts | null, wanted: string): Answer {
  const icon = artifacts?.icons?.find(({ name }) => name === wanted)
  if (icon === undefined) return 'no-file'
  return { key: icon.key, contentType: 'image/png', name: icon.name, disposition: 'inline' }
}

/** Answers with the file's bytes as they come from the object store. */
export async function sendFile(objectStore: ObjectStore, { key, contentType, name, disposition }: TripFile) {
  const { stream, bytes } = await open(objectStore, key)
  return {
    status: 200,
    stream,
    contentType,
    // A key is written once, so that it tells one state of the file from another; whose it is and where, is nobody's business.
    etag: basename(key).replaceAll('"', ''),
    headers: {
      'Content-Length': String(bytes),
      'Content-Disposition': contentDisposition(disposition, name),
    },
  } as const
}

async function open(objectStore: ObjectStore, key: string) {
  try {
    return await objectStore.get(key)
  } catch (error) {
    if (error instanceof ObjectMissingError) return failNotReady()
    throw error
  }
}

/** RFC 6266: a name that every client reads, and beside it the true one. */
export function contentDisposition(disposition: TripFile['disposition'], name: string): string {
  const safe = name.replaceAll(/[\p{Cc}/\\]/gu, ' ').trim()
  const ascii = safe
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^\x20-\x7e]|["%]/g, '_')
  const encoded = encodeURIComponent(safe.toWellFormed()).replaceAll(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `${disposition}; filename="${ascii}"; filename*=UTF-8''${encoded}`
}
