import { normaliseLon } from '@guidebook/route-geometry'

const printable = new Set(['http:', 'https:', 'mailto:', 'tel:'])
/** Typst rejects longer URLs. */
const longest = 4000

/** A normalised URL; `null` if it is invalid or has a scheme that readers should not follow. */
export const safeLink = (address: string): string | null => {
  if (!URL.canParse(address)) return null
  const { protocol, href } = new URL(address)
  return printable.has(protocol) && href.length <= longest ? href : null
}

/** The `mailto:` link of an address; `null` if it is none. */
export const mailLink = (email: string): string | null => {
  const address = email.trim()
  return /^[^\s@<>,;:?&"%]+@[^\s@<>,;:?&"%]+\.[^\s@<>,;:?&"%]+$/.test(address) ? safeLink(`mailto:${address}`) : null
}

/** A place on OpenStreetMap's map, which every device can open. */
export const mapLink = (lat: number, lon: number): string => {
  const [north, east] = [lat.toFixed(6), normaliseLon(lon).toFixed(6)]
  return `https://www.openstreetmap.org/?mlat=${north}&mlon=${east}#map=16/${north}/${east}`
}

/** The link of a web address, which may lack its scheme. */
export const webLink = (web: string): string | null =>
  safeLink(/^[a-z][a-z\d+.-]*:/i.test(web) ? web : `https://${web}`)
