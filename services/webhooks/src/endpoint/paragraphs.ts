import escapeHtml from 'escape-html'

/** A letter of paragraphs as both bodies of a mail; a line break in one stays. */
export const paragraphs = (lang: string, texts: readonly string[]): { text: string; html: string } => ({
  text: `${texts.join('\n\n')}\n`,
  html: `<!doctype html><html lang="${lang}"><body style="font-family:sans-serif;line-height:1.5">${texts
    .map((text) => `<p>${escapeHtml(text).replaceAll('\n', '<br>')}</p>`)
    .join('')}</body></html>`,
})
