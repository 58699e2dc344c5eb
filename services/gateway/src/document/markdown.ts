/** The documents of the repository as pages: their Markdown becomes HTML once, when the gateway starts. */
import highlighter from 'highlight.js/lib/core'
import bash from 'highlight.js/lib/languages/bash'
import http from 'highlight.js/lib/languages/http'
import jsonLanguage from 'highlight.js/lib/languages/json'
import php from 'highlight.js/lib/languages/php'
import python from 'highlight.js/lib/languages/python'
import typescript from 'highlight.js/lib/languages/typescript'
import MarkdownIt from 'markdown-it'

const languages = { sh: bash, http, json: jsonLanguage, php, python, ts: typescript }
for (const [name, language] of Object.entries(languages)) highlighter.registerLanguage(name, language)

export interface Heading {
  level: number
  text: string
  anchor: string
}

/** A part of a page that a search can find: from a heading to the next. */
export interface Section extends Heading {
  /** Without markup. */
  content: string
}

export interface RenderedDocument {
  title: string
  html: string
  /** The first is the page's beginning, under its title. */
  sections: Section[]
}

/** The anchor that GitHub gives a heading. */
const anchorOf = (text: string) =>
  text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-')

/** Renders a document. `linkOf` returns the address of a link's target in the site. */
export function renderMarkdown(source: string, linkOf: (target: string) => string): RenderedDocument {
  const markdown = new MarkdownIt({ highlight })
  const { rules } = markdown.renderer
  const headings: Heading[] = []

  markdown.core.ruler.push('headings', ({ tokens }) => {
    for (const [index, token] of tokens.entries()) {
      if (token.type !== 'heading_open') continue
      const text = plainText(tokens[index + 1]?.children ?? [])
      const anchor = uniqueAnchor(anchorOf(text), headings)
      token.attrSet('id', anchor)
      headings.push({ level: Number(token.tag.slice(1)), text, anchor })
    }
  })
  markdown.core.ruler.push('links', ({ tokens }) => {
    for (const token of tokens.flatMap(({ children }) => children ?? [])) {
      if (token.type === 'link_open') token.attrSet('href', linkOf(String(token.attrGet('href'))))
    }
  })
  // Wide blocks scroll by themselves, also with the keyboard.
  rules.table_open = () => '<div class="table" tabindex="0" role="group" aria-label="Table">\n<table>\n'
  rules.table_close = () => '</table>\n</div>\n'
  rules.fence = (tokens, index) => {
    const { content, info } = tokens[index] as (typeof tokens)[number]
    return `<div class="code"><pre tabindex="0"><code>${highlight(content, info)}</code></pre></div>\n`
  }

  const tokens = markdown.parse(source, {})
  const sections: Section[] = []
  for (const token of tokens) {
    if (token.type === 'heading_open') sections.push({ ...(headings[sections.length] as Heading), content: '' })
    else if (token.type === 'inline' || token.type === 'fence') {
      const section = sections.at(-1)
      const text = token.type === 'fence' ? token.content : plainText(token.children ?? [])
      if (section !== undefined && text !== section.text) section.content += `${text} `
    }
  }
  return { title: headings[0]?.text ?? '', html: markdown.renderer.render(tokens, markdown.options, {}), sections }
}

function highlight(code: string, language: string): string {
  if (!(language in languages)) return escapeText(code)
  return highlighter.highlight(code, { language, ignoreIllegals: true }).value
}

function uniqueAnchor(anchor: string, others: readonly Heading[]): string {
  for (let number = 0; ; number++) {
    const candidate = number === 0 ? anchor : `${anchor}-${number}`
    if (!others.some((heading) => heading.anchor === candidate)) return candidate
  }
}

const plainText = (tokens: readonly { type: string; content: string }[]) =>
  tokens.map(({ type, content }) => (type === 'softbreak' ? ' ' : content)).join('')

/** Escapes text content only: quotes stay literal, so that the examples can be copied from the source of a page. */
export const escapeText = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
