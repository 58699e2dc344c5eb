import type { AccountProjection } from '@guidebook/contracts'
import { type Html, html } from '../../html/html.ts'
import { ownName } from '../../language/language-name.ts'
import type { View } from './view.ts'

type Brand = Pick<AccountProjection, 'name' | 'logo'>

/**
 * The logo of the brand, or its name. `stored`: address of the stored logo, null when there is no logo; undefined before the first build, and then
 * the logo comes from its own address. `beside` is at the other end.
 */
export function brandBar({ name, logo }: Brand, stored?: string | null, beside: Html | null = null): Html {
  const shown = stored === undefined && logoOrigin(logo) !== null ? logo : stored
  return html`<header class="brand">${
    shown ? html`<img src="${shown}" alt="${name}" height="48">` : html`<b>${name}</b>`
  }${beside}</header>`
}

/** The origin of the logo; null when a page may not show it. */
export function logoOrigin(logo: string | null): string | null {
  const url = logo === null ? null : URL.parse(logo)
  return url?.protocol === 'https:' ? url.origin : null
}

/** Path of the page in another language than the release's. */
export const pathIn = (base: string, lang: string): string => `${base}/lang/${lang}`

/** The languages of the page, each by its own name; null for a single one. Two are side by side, more unfold. */
export function languageSwitch({ texts, page: { lang: shown }, releaseLang, base, artifacts }: View): Html | null {
  const others = (artifacts.languages ?? []).map(({ lang }) => lang)
  if (others.length === 0) return null
  const list = html`<ul>${[releaseLang, ...others].map((lang) =>
    lang === shown
      ? html`<li><span aria-current="page" lang="${lang}">${ownName(lang)}</span></li>`
      : html`<li><a href="${lang === releaseLang ? base : pathIn(base, lang)}" lang="${lang}" hreflang="${lang}">${ownName(lang)}</a></li>`,
  )}</ul>`
  return html`<nav class="languages" aria-label="${texts.language}">${
    others.length === 1
      ? list
      : html`<details><summary>${globe}<span lang="${shown}">${ownName(shown)}</span></summary>${list}</details>`
  }</nav>`
}

const globe = html`<svg viewBox="0 0 24 24" width="20" height="20" fill="none" stroke="currentColor" stroke-width="1.8" aria-hidden="true"><circle cx="12" cy="12" r="9.5"/><path d="M2.5 12h19M12 2.5c6 6 6 13 0 19M12 2.5c-6 6-6 13 0 19"/></svg>`
