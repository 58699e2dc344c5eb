import type { PublishedGuidebook } from '@guidebook/contracts'
import { type Html, html } from '../../html/html.ts'
import type { View } from './view.ts'

type WayFiles = PublishedGuidebook['stages'][number]['gpx']

/** The downloads of a way: GPX for people, and what their device reads. `label`: of the GPX file. */
export function wayFiles(view: View, names: WayFiles, label: string): Html | null {
  if (names === null) return null
  const { texts, figures, gpx, courses, base } = view
  const button = (path: string, file: { bytes: number } | undefined, text: string) =>
    file &&
    html`<li><a class="button plain" href="${base}/${path}">${text} <small>${figures.size(file.bytes)}</small></a></li>`
  const gpxButton = (name: string, text: string) => button(`gpx/${encodeURIComponent(name)}.gpx`, gpx.get(name), text)
  const courseButton = (name: string | undefined, text: string) =>
    name === undefined ? undefined : button(`courses/${encodeURIComponent(name)}`, courses.get(name), text)
  // When the full track is small enough for any device, both names have the same file.
  const hasDeviceFile = gpx.get(names.device)?.key !== gpx.get(names.full)?.key
  const full = gpxButton(names.full, label)
  const forDevice = [
    hasDeviceFile ? gpxButton(names.device, texts.gpxDevice) : undefined,
    courseButton(names.tcx, texts.courseTcx),
    courseButton(names.fit, texts.courseFit),
  ].filter((each) => each !== undefined)
  return html`${full !== undefined && html`<ul class="buttons">${full}</ul>`}${
    forDevice.length > 0 &&
    html`<p class="for-device">${texts.coursesForDevice}</p><ul class="buttons">${forDevice}</ul>`
  }`
}
