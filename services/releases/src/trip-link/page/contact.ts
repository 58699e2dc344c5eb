import type { PublishedGuidebook } from '@guidebook/contracts'
import { telephoneLink } from '@guidebook/messages'
import { type Html, html, webAddress } from '../../html/html.ts'
import type { View } from './view.ts'

type Stage = PublishedGuidebook['stages'][number]
type Place = Stage['pois'][number] | Stage['accommodations'][number]

/** Address and hours of a place as text, and a telephone number or e-mail that cannot be a link; then its links: map, telephone, e-mail, website. */
export const contact = (view: View, place: Place): Html => html`${facts(view, place)}${links(view, place)}`

function facts(
  { texts }: View,
  { address = null, checkIn = null, checkOut = null, openingHours = null, phone, email = null }: Place,
): Html[] {
  const lines = [
    address,
    [
      checkIn === null ? null : `${texts.checkIn} ${checkIn}`,
      checkOut === null ? null : `${texts.checkOut} ${checkOut}`,
      openingHours === null ? null : `${texts.openingHours} ${openingHours}`,
    ]
      .filter((fact) => fact !== null)
      .join(' · '),
    telephoneLink(phone ?? '') === null ? phone : null,
    mail(email) === null ? email : null,
  ]
  return lines.filter((line) => line !== null && line !== '').map((line) => html`<p class="fact">${line}</p>`)
}

function links({ texts }: View, place: Place): Html | null {
  const { name, phone, web, email = null, lat, lng } = place
  const ofPlace = (label: string) => texts.labelled({ label, value: name })
  const all: { href: string | null; text: string; label: string; geo?: string }[] = [
    {
      ...mapOf(lat, lng),
      text: texts.showOnMap,
      label: ofPlace(texts.showOnMap),
    },
    {
      href: telephoneLink(phone ?? ''),
      text: `${texts.call} ${phone ?? ''}`,
      label: ofPlace(`${texts.call} ${phone ?? ''}`),
    },
    { href: mail(email), text: texts.writeMail, label: ofPlace(texts.writeMail) },
    { href: webAddress(web), text: texts.website, label: ofPlace(texts.website) },
  ]
  const shown = all.filter(({ href }) => href !== null)
  if (shown.length === 0) return null
  return html`<p class="contact">${shown.map(
    ({ href, text, label, geo }) =>
      html`<a href="${href}" rel="noopener noreferrer" aria-label="${label}"${geo !== undefined && html` data-geo="${geo}"`}>${text}</a>`,
  )}</p>`
}

/** OpenStreetMap, which every device can open; the script replaces it by the device's own map (`data-geo`). */
function mapOf(lat: number | null, lng: number | null): { href: string | null; geo?: string } {
  if (lat === null || lng === null) return { href: null }
  const [north, east] = [lat.toFixed(6), lng.toFixed(6)]
  return {
    href: `https://www.openstreetmap.org/?mlat=${north}&mlon=${east}#map=16/${north}/${east}`,
    geo: `${north},${east}`,
  }
}

/** The `mailto:` link of an address; null if the text is not one address. */
function mail(email: string | null): string | null {
  const address = (email ?? '').trim()
  return /^[^\s@<>,;:?&"%]+@[^\s@<>,;:?&"%]+\.[^\s@<>,;:?&"%]+$/.test(address) ? `mailto:${address}` : null
}
