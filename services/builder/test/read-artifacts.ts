import type { ObjectStore } from '@guidebook/service-kit'
import { extractText, getDocumentProxy } from 'unpdf'
import type { Completed } from './builder-fixture.ts'

/** The text of all pages of the roadbook, without line breaks. */
export async function textOfPdf(store: ObjectStore, { artifacts }: Completed): Promise<string> {
  const bytes = await store.read(artifacts.pdf?.key ?? '')
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(bytes)), { mergePages: true })
  return text.replace(/\s+/g, ' ')
}

/** Size of the roadbook's first page, points. */
export async function pdfSize(store: ObjectStore, { artifacts }: Completed): Promise<[number, number]> {
  const bytes = await store.read(artifacts.pdf?.key ?? '')
  const page = await (await getDocumentProxy(new Uint8Array(bytes))).getPage(1)
  const { width, height } = page.getViewport({ scale: 1 })
  return [Math.round(width), Math.round(height)]
}

/** A GPX file of the build, by name. */
export async function gpxOf(store: ObjectStore, { artifacts }: Completed, name: string): Promise<string> {
  const file = artifacts.gpx?.files.find((one) => one.name === name)
  return (await store.read(file?.key ?? '')).toString()
}

/** Sorted, since parts of a build run concurrently and the order of their warnings varies. */
export const codesOf = ({ warnings }: Completed): [string, string | null][] =>
  warnings
    .map(({ code, externalId }): [string, string | null] => [code, externalId])
    .sort((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1))
