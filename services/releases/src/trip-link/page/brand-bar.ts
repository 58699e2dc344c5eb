import type { AccountProjection } from '@guidebook/contracts'
import { type Html, html } from '../../html/html.ts'

type Brand = Pick<AccountProjection, 'name' | 'logo'>

/**
 * Whose trip it is: the logo, or the name where there is none. `stored` is where our own copy of the logo is to be had, null when there is none to show;
 * left out where no build has told yet, and then the logo comes from its own address. `beside` stands at the other end.
 */
export function brandBar({ name, logo }: Brand, stored?: string | null, beside: Html | null = null): Html {
  const shown = stored === undefined && logoOrigin(logo) !== null ? logo : stored
  return html`<header class="brand">${
    shown ? html`<img src="${shown}" alt="${name}" height="48">` : html`<b>${name}</b>`
  }${beside}</header>`
}

/** Where the logo comes from; null when there is none that a page may show. */
export function logoOrigin(logo: string | null): string | null {
  const url = logo === null ? null : URL.parse(logo)
  return url?.protocol === 'https:' ? url.origin : null
}
