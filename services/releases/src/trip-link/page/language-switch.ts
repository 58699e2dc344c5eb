import { type Html, html } from '../../html/html.ts'
import { ownName } from '../../language/language-name.ts'
import type { View, ViewInput } from './view.ts'

/** Path of the page in another language than the release's. */
export const pathIn = (base: string, lang: string): string => `${base}/lang/${lang}`

/** The languages that the page is there in, each by its own name; null where there is one alone. Two stand side by side, more are unfolded. */
export function languageSwitch({ texts, lang: shown, releaseLang, base }: View, { artifacts }: ViewInput): Html | null {
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
