/** What somebody asks about, from the text that they typed or copied. Pure. */
import { schemas, validate } from '@guidebook/contracts'
import { isUuid } from '@guidebook/service-kit'

export type Question =
  | { kind: 'link'; link: string }
  | { kind: 'code'; code: number }
  | { kind: 'email'; email: string }
  | { kind: 'request'; requestId: string }

/** A whole Trip Link, of its page or of a file, or a slug, a download code or number, an e-mail address, a request id. */
export function readQuestion(text: string): Question {
  const asked = text.trim()
  const link = /\/t\/([^/?#\s]+)/.exec(asked)?.[1]
  if (link !== undefined) return { kind: 'link', link }
  if (asked.includes('@') && isValid(schemas.email, asked)) return { kind: 'email', email: asked }
  if (/^\d+$/.test(asked) && isValid(schemas.downloadCode, Number(asked))) return { kind: 'code', code: Number(asked) }
  // A slug has 20 characters, or 22 in the examples of the documentation. Programs may choose any text as the ID of a request.
  return isUuid(asked) || asked.length > 22 || !/^[\w-]+$/.test(asked)
    ? { kind: 'request', requestId: asked.slice(0, 128) }
    : { kind: 'link', link: asked }
}

const isValid = (schema: Parameters<typeof validate>[0], value: unknown): boolean =>
  validate(schema, value).length === 0
