import { hash } from 'node:crypto'
import type { AccountProjection } from '@guidebook/contracts'
import { directionOf, type Language } from '@guidebook/messages'
import { type Html, html, trusted } from '../../html/html.ts'
import { brandBar, logoOrigin } from './brand-bar.ts'
import { type Palette, paletteOf } from './palette.ts'
import { styleOf } from './style.ts'

/** A page and its headers. */
export interface Page {
  body: string
  headers: Record<string, string>
}

interface Shell {
  /** The interface language (`chooseLanguage`). */
  lang: Language
  /** Language of the content, if it has another one. */
  contentLang?: string
  title: string
  palette: Palette
  content: Html
  /** Another origin of images: the brand's logo. */
  imageOrigin?: string | null
  /** Addresses of script, manifest and icon; a preview and a message have none. */
  app?: { script: string; manifest: string; touchIcon: string | null; mapOrigins: readonly string[] }
  /** Seconds after which the page reloads itself. */
  refreshAfter?: number
}

/**
 * Puts content into a page. The policy allows no frame, no form, no style but the page's own, and no script but our files: nothing in a text can
 * do harm.
 */
export function document({
  lang,
  contentLang = lang,
  title,
  palette,
  content,
  imageOrigin = null,
  app,
  refreshAfter,
}: Shell): Page {
  const style = styleOf(palette)
  const body = html`<!doctype html>
<html lang="${lang}" dir="${directionOf(lang)}"><head><meta charset="utf-8"><title>${title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow"><meta name="referrer" content="no-referrer">
<link rel="icon" href="data:,"><meta name="format-detection" content="telephone=no"><meta name="theme-color" content="${palette.brand}">${
    refreshAfter !== undefined && html`<meta http-equiv="refresh" content="${refreshAfter}">`
  }${
    app !== undefined &&
    html`<link rel="manifest" href="${app.manifest}">${
      app.touchIcon !== null && html`<link rel="apple-touch-icon" href="${app.touchIcon}">`
    }<script type="module" src="${app.script}"></script>`
  }
<style>${trusted(style)}</style></head>
<body>${content}</body></html>`
  const policy = [
    "default-src 'none'",
    sources('img-src', ["'self'", 'data:', imageOrigin, ...(app ? ['blob:', ...app.mapOrigins] : [])]),
    sources('style-src', [`'sha256-${hash('sha256', style, 'base64')}'`, app ? "'self'" : null]),
    ...(app
      ? [
          ...["script-src 'self'", "worker-src 'self'", "manifest-src 'self'"],
          sources('connect-src', ["'self'", ...app.mapOrigins]),
        ]
      : []),
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ]
  return {
    body: body.html,
    headers: {
      'Content-Security-Policy': policy.join('; '),
      'Content-Language': contentLang === lang ? lang : `${contentLang}, ${lang}`,
      Vary: 'Accept-Language, Accept',
    },
  }
}

const sources = (directive: string, allowed: readonly (string | null)[]): string =>
  [directive, ...allowed.filter((source) => source !== null)].join(' ')

interface Message {
  lang: Language
  title: string
  text: string
  /** The brand of the trip; null for an unknown trip. */
  brand: Pick<AccountProjection, 'name' | 'logo' | 'primaryColor'> | null
  link?: { href: string; text: string }
  /** A day in the title or text, and how it is written there: programs that read the page find it (`<time>`). */
  day?: { day: string; shown: string }
  refreshAfter?: number
}

/** A page with one message, such as that the trip is over. */
export function messagePage({ lang, title, text, brand, link, day, refreshAfter }: Message): Page {
  const content = html`${brand !== null && brandBar(brand)}<main><div class="card message" role="status"><h1>${withDay(title, day)}</h1>
<p>${withDay(text, day)}</p>${link !== undefined && html`<p><a class="button" href="${link.href}">${link.text}</a></p>`}</div></main>`
  return document({
    lang,
    title,
    palette: paletteOf(brand?.primaryColor ?? null),
    content,
    imageOrigin: logoOrigin(brand?.logo ?? null),
    ...(refreshAfter === undefined ? {} : { refreshAfter }),
  })
}

function withDay(text: string, day: Message['day']): Html | string {
  if (day === undefined || !text.includes(day.shown)) return text
  const { day: datetime, shown } = day
  const at = text.indexOf(shown)
  return html`${text.slice(0, at)}<time datetime="${datetime}">${shown}</time>${text.slice(at + shown.length)}`
}
