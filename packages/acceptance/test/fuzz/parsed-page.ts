import { Parser } from 'htmlparser2'

export interface ParsedPage {
  /** The text content of all elements, by element name. */
  texts: Map<string, string[]>
  /** Elements and attributes with which a browser would run, load or send something. */
  dangers: string[]
}

const dangerous = new Set([
  'script',
  'iframe',
  'object',
  'embed',
  'base',
  'form',
  'input',
  'button',
  'frame',
  'template',
  'foreignobject',
])
const urlAttributes = new Set(['href', 'src', 'action', 'formaction', 'xlink:href', 'srcset', 'data', 'poster'])
/** `data:,` is an empty icon. */
const harmless = /^(https?:|tel:|mailto:|#|\/|data:image\/(png|jpeg);base64,|data:,$)/i

/** The button of the emergency card, which only the page's own script gives an effect. */
const isOwnButton = (name: string, { class: style, ...others }: Record<string, string>): boolean =>
  name === 'button' && style === 'button' && Object.keys(others).length === 0

/** Parses a page without running it. */
export function parsePage(page: string): ParsedPage {
  const texts = new Map<string, string[]>()
  const dangers: string[] = []
  const open: { name: string; text: string }[] = []
  const parser = new Parser({
    onopentag(name, attributes) {
      open.push({ name, text: '' })
      if (dangerous.has(name) && !isOwnButton(name, attributes)) dangers.push(`<${name}>`)
      for (const [attribute, value] of Object.entries(attributes)) {
        if (attribute.startsWith('on') || attribute === 'srcdoc') dangers.push(`<${name} ${attribute}>`)
        if (urlAttributes.has(attribute) && !harmless.test(value.trim()))
          dangers.push(`<${name} ${attribute}="${value}">`)
        if (name === 'meta' && attribute === 'http-equiv') dangers.push(`<meta http-equiv="${value}">`)
      }
    },
    ontext(text) {
      for (const element of open) element.text += text
    },
    onclosetag() {
      const element = open.pop()
      if (element) texts.set(element.name, [...(texts.get(element.name) ?? []), element.text])
    },
  })
  parser.end(page)
  return { texts, dangers }
}
