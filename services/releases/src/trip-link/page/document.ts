import { hash } from 'node:crypto'
import { type Html, html, trusted } from '../../html/html.ts'
import type { Palette } from './palette.ts'
import { styleOf } from './style.ts'

/** A page, complete with the headers that belong to it. */
export interface Page {
  body: string
  headers: Record<string, string>
}

export interface Shell {
  lang: string
  title: string
  palette: Palette
  content: Html
  /** Another origin that pictures come from: the brand's logo. */
  imageOrigin?: string | null
  /** Script, manifest and icon, each by its address; a page without them is for looking at only. */
  app?: { script: string; manifest: string; touchIcon: string | null; mapOrigins: readonly string[] }
  /** The page is asked for again after so many seconds. */
  refreshAfter?: number
}

/**
 * Puts content into a page. The policy allows no frame, no form, no style but the page's own, and no script but our files: whatever got
 * into a text cannot do anything.
 */
export function document({ lang, title, palette, content, imageOrigin = null, app, refreshAfter }: Shell): Page {
  const style = styleOf(palette)
  const body = html`<!doctype html>
<html lang="${lang}"><head><meta charset="utf-8"><title>${title}</title>
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
      'Content-Language': lang,
      Vary: 'Accept-Language, Accept',
    },
  }
}

const sources = (directive: string, allowed: readonly (string | null)[]): string =>
  [directive, ...allowed.filter((source) => source !== null)].join(' ')
