import type { AccountProjection, Artifacts } from '@guidebook/contracts'
import { brandOf, type Release } from '../release/release.ts'
import { paletteOf } from './page/palette.ts'

/** How the trip appears on a home screen (W3C, Web Application Manifest): by its title, with the brand's letter on its colour. */
export function manifestOf(release: Release, base: string, artifacts: Artifacts | null): string {
  const brand = brandOf(release)
  const { brand: color } = paletteOf(brand.primaryColor)
  const name = release.title === '' ? brand.name : release.title
  return JSON.stringify({
    id: base,
    start_url: base,
    scope: base,
    name,
    short_name: name,
    lang: release.lang,
    display: 'standalone',
    theme_color: color,
    background_color: '#f4f4f1',
    icons: drawnIcons(base, artifacts) ?? [
      { src: iconOf(brand), sizes: 'any', type: 'image/svg+xml', purpose: 'any maskable' },
    ],
  })
}

const forManifest = [
  { name: '192.png', sizes: '192x192', purpose: 'any' },
  { name: '512.png', sizes: '512x512', purpose: 'any' },
  { name: 'maskable.png', sizes: '512x512', purpose: 'maskable' },
]

/** The icons that the builder has drawn; null when there are none. */
function drawnIcons(base: string, artifacts: Artifacts | null) {
  const drawn = new Set(artifacts?.icons?.map(({ name }) => name))
  const icons = forManifest.filter(({ name }) => drawn.has(name))
  if (icons.length === 0) return null
  return icons.map(({ name, ...about }) => ({ src: `${base}/icons/${name}`, type: 'image/png', ...about }))
}

/** The icon for iOS, which reads no manifest; null when there is none. */
export const touchIcon = (base: string, { icons = [] }: Artifacts): string | null =>
  icons.some(({ name }) => name === touchIconName) ? `${base}/icons/${touchIconName}` : null

const touchIconName = 'apple-touch.png'

function iconOf({ name, primaryColor }: AccountProjection): string {
  const { brand, onBrand } = paletteOf(primaryColor)
  const [letter = ''] = new Intl.Segmenter().segment(name.trim())[Symbol.iterator]().next().value?.segment ?? ''
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 512 512"><rect width="512" height="512" fill="${brand}"/><text x="256" y="256" dy=".36em" text-anchor="middle" font-family="sans-serif" font-weight="700" font-size="260" fill="${onBrand}">${letter.toUpperCase().replaceAll(/[<&]/g, '')}</text></svg>`
  return `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`
}
