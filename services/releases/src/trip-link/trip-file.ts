import { basename } from 'node:path/posix'
import { type Artifacts, courseMediaTypes } from '@guidebook/contracts'
import { ObjectMissingError, type ObjectStore } from '@guidebook/service-kit'
import type { DocumentRow } from '../generated/rows.ts'
import type { Release } from '../release/release.ts'
import { failNotReady } from './refusal.ts'

/** A file of a trip in the object store. */
export interface TripFile {
  key: string
  contentType: string
  /** What the traveller's device calls it. */
  name: string
  /** Shown by the browser, or kept. */
  disposition: 'inline' | 'attachment'
  /** Others made the file: the browser must not run anything of it, whatever it contains. */
  isForeign?: true
}

/** Why there is no file: its channel is off, there is none of that name, or it is not built yet. */
export type Missing = 'switched-off' | 'no-file' | 'not-ready'

export type ChooseFile = (release: Release, artifacts: Artifacts | null) => TripFile | Missing

/** The file of a channel, which is on or off. */
const inChannel = (isOn: boolean, key: string | undefined, about: Omit<TripFile, 'key'>): TripFile | Missing => {
  if (!isOn) return 'switched-off'
  return key === undefined ? 'not-ready' : { key, ...about }
}

const zip = (name: string) => ({ name, contentType: 'application/zip', disposition: 'attachment' }) as const

export const roadbookOf: ChooseFile = ({ pdf_enabled, title }, artifacts) =>
  inChannel(pdf_enabled, artifacts?.pdf?.key, {
    name: `${title}.pdf`,
    contentType: 'application/pdf',
    disposition: 'inline',
  })

export const gpxArchiveOf: ChooseFile = ({ gpx_enabled, title }, artifacts) =>
  inChannel(gpx_enabled, artifacts?.gpx?.zip.key, zip(`${title} GPX.zip`))

export const bundleOf: ChooseFile = ({ app_enabled, title }, artifacts) =>
  inChannel(app_enabled, artifacts?.bundle?.key, zip(`${title}.zip`))

export const mapOf: ChooseFile = (_, artifacts) => {
  if (artifacts !== null && !artifacts.map) return 'no-file'
  const about = { contentType: 'application/octet-stream', name: 'map.bin', disposition: 'attachment' } as const
  return inChannel(true, artifacts?.map?.key, about)
}

interface FileOfWay {
  name: string
  stage: number | null
  alternative?: number
}

/**
 * The file with this name. Printed codes and links contain the number and the title that a stage had then (`03-over-the-pass`,
 * `03-alternative-1-north-ridge`). So another name leads to the one way with this title, whose number has changed; else to the way with the
 * numbers, if `isSameKind`. If the title of the whole trip begins with the number, the name may be a former one of the whole trip.
 */
function fileNamed<Named extends FileOfWay>(
  files: readonly Named[] = [],
  name: string,
  isSameKind: (file: Named) => boolean,
): Named | undefined {
  const [, stage, title = '', alternative] = /^(\d{2,})-((?:alternative-(\d+)\b)?.*)$/.exec(name) ?? []
  const isSameWay = (file: Named): boolean =>
    file.stage === Number(stage) && file.alternative === (alternative === undefined ? undefined : Number(alternative))
  const titled = isTitle(title) ? files.filter((file) => file.stage !== null && withoutNumber(file.name) === title) : []
  const isOfTrip = files.some((file) => file.stage === null && file.name.startsWith(`${stage}-`))
  return (
    files.find((file) => file.name === name) ??
    (titled.length === 1 ? titled[0] : undefined) ??
    (isOfTrip ? undefined : files.find((file) => isSameWay(file) && isSameKind(file)))
  )
}

const withoutNumber = (name: string): string => name.replace(/^\d{2,}-/, '')

/** Stages without a title are all called `stage`. */
const isTitle = (title: string): boolean => !/^(?:stage(?:-device)?(?:\.\w+)?)?$/.test(title)

export const gpxFileOf =
  (name: string): ChooseFile =>
  ({ gpx_enabled }, artifacts) => {
    const wanted = name.endsWith('-device') ? 'device' : 'full'
    const file = fileNamed(artifacts?.gpx?.files, name, ({ variant }) => variant === wanted)
    if (gpx_enabled && artifacts?.gpx && file === undefined) return 'no-file'
    const contentType = 'application/gpx+xml'
    const about = { name: `${file?.name ?? name}.gpx`, contentType, disposition: 'attachment' } as const
    return inChannel(gpx_enabled, file?.key, about)
  }

export const courseOf =
  (name: string): ChooseFile =>
  ({ gpx_enabled }, artifacts) => {
    const course = fileNamed(artifacts?.gpx?.courses, name, ({ format }) => name.endsWith(`.${format}`))
    if (gpx_enabled && artifacts?.gpx && course === undefined) return 'no-file'
    const contentType = courseMediaTypes[course?.format ?? 'tcx']
    return inChannel(gpx_enabled, course?.key, { name: course?.name ?? name, contentType, disposition: 'attachment' })
  }

export const imageOf =
  (requested: string): ChooseFile =>
  (_, artifacts) => {
    const image = artifacts?.images.find(({ name }) => name === requested)
    if (image === undefined) return 'no-file'
    return { key: image.key, contentType: image.mediaType, name: image.name, disposition: 'inline' }
  }

export const iconOf =
  (requested: string): ChooseFile =>
  (_, artifacts) => {
    const icon = artifacts?.icons?.find(({ name }) => name === requested)
    if (icon === undefined) return 'no-file'
    return { key: icon.key, contentType: 'image/png', name: icon.name, disposition: 'inline' }
  }

export const documentFileOf = ({ object_key: key, title }: DocumentRow): TripFile => ({
  key,
  contentType: 'application/pdf',
  name: `${title}.pdf`,
  disposition: 'inline',
  isForeign: true,
})

/**
 * Nothing runs, loads or is framed, should a browser take the file for anything but a PDF. Not `sandbox`: with it Chromium's viewer shows an empty
 * window.
 */
const foreignPolicy = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** Responds with the file's bytes as they come from the object store. */
export async function sendFile(objectStore: ObjectStore, { key, contentType, name, disposition, isForeign }: TripFile) {
  const { stream, bytes } = await objectStore.get(key).catch((error: unknown) => {
    if (error instanceof ObjectMissingError) return failNotReady()
    throw error
  })
  return {
    status: 200,
    stream,
    contentType,
    // A key is written once, so it identifies one state of the file; the rest of the key is not shown.
    etag: basename(key).replaceAll('"', ''),
    headers: {
      'Content-Length': String(bytes),
      'Content-Disposition': contentDisposition(disposition, name),
      ...(isForeign && { 'Content-Security-Policy': foreignPolicy }),
    },
  } as const
}

/** RFC 6266: a name that every client can read, and the true one beside it. */
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
