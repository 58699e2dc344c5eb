import type { AccountProjection } from '@guidebook/contracts'
import { html } from '../../html/html.ts'
import { brandBar, logoOrigin } from './brand-bar.ts'
import { document, type Page } from './document.ts'
import { paletteOf } from './palette.ts'

export interface Message {
  lang: string
  title: string
  text: string
  /** Whose trip it is; null where there is none. */
  brand: Pick<AccountProjection, 'name' | 'logo' | 'primaryColor'> | null
  link?: { href: string; text: string }
  refreshAfter?: number
}

/** A page that says one thing: not yet, no more, no such trip. */
export function messagePage({ lang, title, text, brand, link, refreshAfter }: Message): Page {
  const content = html`${brand !== null && brandBar(brand)}<main><div class="card message" role="status"><h1>${title}</h1>
<p>${text}</p>${link !== undefined && html`<p><a class="button" href="${link.href}">${link.text}</a></p>`}</div></main>`
  return document({
    lang,
    title,
    palette: paletteOf(brand?.primaryColor ?? null),
    content,
    imageOrigin: logoOrigin(brand?.logo ?? null),
    ...(refreshAfter === undefined ? {} : { refreshAfter }),
  })
}
