/** What anyone may read without a key: the OpenAPI document, and the page that the `type` of every problem leads to. */
import { createHash } from 'node:crypto'
import { errorCatalogue, operations, toOpenApi } from '@guidebook/contracts'
import { errorPage, errorsPage } from './error-page.ts'

export interface Page {
  contentType: string
  body: Buffer
  etag: string
}

/** Made once: they change with the program only. */
export function createPages(publicUrl: string): ReadonlyMap<string, Page> {
  const html = (text: string) => page('text/html; charset=utf-8', text)
  return new Map([
    [
      '/openapi.json',
      page('application/json; charset=utf-8', JSON.stringify(toOpenApi(Object.values(operations), { publicUrl }))),
    ],
    ['/docs/errors', html(errorsPage(errorCatalogue))],
    ...Object.entries(errorCatalogue).map(
      ([code, entry]) => [`/docs/errors/${code}`, html(errorPage(code, entry))] as const,
    ),
  ])
}

function page(contentType: string, text: string): Page {
  const body = Buffer.from(text)
  return { contentType, body, etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"` }
}
