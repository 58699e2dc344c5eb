import type { AccountProjection } from '@guidebook/contracts'
import { type Html, html } from '../../html/html.ts'

type Brand = Pick<AccountProjection, 'name' | 'logo'>

/** Whose trip it is: the logo, or the name where there is none. */
export const brandBar = ({ name, logo }: Brand): Html =>
  html`<header class="brand">${
    logoOrigin(logo) === null ? html`<b>${name}</b>` : html`<img src="${logo}" alt="${name}" height="48">`
  }</header>`

/** Where the logo comes from; null when there is none that a page may show. */
export function logoOrigin(logo: string | null): string | null {
  const url = logo === null ? null : URL.parse(logo)
  return url?.protocol === 'https:' ? url.origin : null
}
