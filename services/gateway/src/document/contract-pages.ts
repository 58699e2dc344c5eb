/** The contract as files: OpenAPI and collections of requests. */
import { operations, toOpenApi, toVersion30 } from '@guidebook/contracts'
import { json, type Page } from './page.ts'
import { brunoCollection } from './tools/bruno.ts'
import { postmanCollection } from './tools/postman.ts'
import { collectRequests } from './tools/requests.ts'

/** Tools that read contracts run in browsers too; the documents have no secrets. */
const forAll = { headers: { 'Access-Control-Allow-Origin': '*' } }

/** `today`, YYYY-MM-DD: the dates of examples follow it, so that the examples can be sent. */
function pagesOf(publicUrl: string, today: string): ReadonlyMap<string, Page> {
  const document = toOpenApi(Object.values(operations), { publicUrl, today })
  const chapters = collectRequests(document)
  const files: [string, unknown][] = [
    ['/openapi.json', document],
    ['/openapi-3.0.json', toVersion30(document)],
    ['/docs/tools/postman.json', postmanCollection(chapters, publicUrl)],
    ['/docs/tools/bruno.json', brunoCollection(chapters, publicUrl)],
  ]
  return new Map(files.map(([path, content]) => [path, json(JSON.stringify(content), forAll)]))
}

/** Returns the file at a path, or undefined. The files are made again after midnight (UTC). */
export function createContractPages(publicUrl: string): (path: string) => Page | undefined {
  const todayOf = () => new Date().toISOString().slice(0, 10)
  let today = todayOf()
  let pages = pagesOf(publicUrl, today)
  return (path) => {
    if (!pages.has(path)) return undefined
    if (todayOf() !== today) {
      today = todayOf()
      pages = pagesOf(publicUrl, today)
    }
    return pages.get(path)
  }
}
