/**
 * The public pages, which need no key: the landing page, the documentation, the OpenAPI document, its reference, and a page for each error code.
 * Problems name the address of the page as their `type`.
 */
import { type ErrorCode, errorCatalogue } from '@guidebook/contracts'
import { createContractPages } from './contract-pages.ts'
import { errorPage, errorsPage, unknownPage } from './error-pages.ts'
import { siteFiles } from './files.ts'
import { guidePage, landingPage, llmsText, overviewPage, searchIndex, searchPage } from './front-pages.ts'
import { createChapters, guidesOf } from './guides.ts'
import { html, json, markdown, type Page, plainText, redirect } from './page.ts'
import { referencePages } from './reference.ts'

/** The page at a path; null for paths outside the documentation. */
export type Pages = (path: string) => Page | null

const pagesOfAddress = new Map<string, Pages>()

/** The pages of a service with this address, made once: a process can have several gateways with the same one, as tests do. */
export function pagesAt(publicUrl: string): Pages {
  const pages = pagesOfAddress.get(publicUrl) ?? createPages(publicUrl)
  pagesOfAddress.set(publicUrl, pages)
  return pages
}

function createPages(publicUrl: string): Pages {
  const codes = Object.keys(errorCatalogue) as ErrorCode[]
  const chapters = createChapters(publicUrl)
  const guides = guidesOf(chapters)
  const contractPage = createContractPages(publicUrl)
  const foundCodes = codes.map((code) => {
    const { title, description, remedy } = errorCatalogue[code]
    return {
      id: `/docs/errors/${code}`,
      page: 'Error codes',
      heading: `${code}: ${title}`,
      text: `${description} ${remedy}`,
    }
  })
  const pages = new Map<string, Page>([
    ['/', html(landingPage(publicUrl))],
    ['/llms.txt', plainText(llmsText(chapters, publicUrl))],
    ['/docs/guides', html(overviewPage(chapters))],
    ['/docs/search', html(searchPage(chapters))],
    ['/docs/search.json', json(JSON.stringify(searchIndex(chapters, foundCodes)))],
    ...siteFiles(),
    ...referencePages(),
    ...guides.map((guide) => [guide.path, html(guidePage(chapters, guide))] as const),
    ...guides.map((guide) => [`${guide.path}.md`, markdown(guide.markdown)] as const),
    ['/docs/errors', html(errorsPage(chapters))],
    ...codes.map((code) => [`/docs/errors/${code}`, html(errorPage(chapters, code, publicUrl))] as const),
  ])
  const unknown = html(unknownPage(chapters), { status: 404 })

  function pageAt(path: string): Page | null {
    const page = pages.get(path) ?? contractPage(path)
    if (page !== undefined) return page
    if (path.endsWith('/') && pages.has(path.slice(0, -1))) return redirect(path.slice(0, -1))
    return path.startsWith('/docs/') ? unknown : null
  }
  return pageAt
}
