/** What anyone may read without a key: the OpenAPI document, its reference, and the page of each error code, the `type` of its problems. */
import { type ErrorCode, errorCatalogue, operations, toOpenApi } from '@guidebook/contracts'
import { errorPage, errorsPage, unknownPage } from './error-pages.ts'
import { html, json, type Page } from './page.ts'
import { referencePages } from './reference.ts'

/** The page at a path; null for paths outside the documentation. */
export type Pages = (path: string) => Page | null

export function createPages(publicUrl: string): Pages {
  const codes = Object.keys(errorCatalogue) as ErrorCode[]
  const document = JSON.stringify(toOpenApi(Object.values(operations), { publicUrl }))
  const pages = new Map<string, Page>([
    // Tools that read contracts run in browsers too; the document has no secrets.
    ['/openapi.json', json(document, { headers: { 'Access-Control-Allow-Origin': '*' } })],
    ...referencePages(),
    ['/docs/errors', html(errorsPage())],
    ...codes.map((code) => [`/docs/errors/${code}`, html(errorPage(code, publicUrl))] as const),
  ])
  const unknown = html(unknownPage(), { status: 404 })
  return (path) => pages.get(path) ?? (path.startsWith('/docs/') ? unknown : null)
}
