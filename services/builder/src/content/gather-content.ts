import type { BuildInput, GuidebookContent } from '@guidebook/contracts'
import type { Build } from '../context.ts'
import { FatalBuildError } from '../outcome/failures.ts'
import { collectWarnings } from '../outcome/warnings.ts'
import type { BookContent } from './book-content.ts'
import { contentOfRequest } from './on-demand-content.ts'
import { readGuidebook } from './read-guidebook.ts'
import { findItems } from './references.ts'
import { contentOfGuidebook, customize } from './stored-content.ts'

/** The content of a release of any kind: of its guidebook, of its guidebook and booking, or of its request. */
export async function gatherContent(input: BuildInput, build: Build): Promise<BookContent> {
  const { release, guidebook } = input
  if (release.kind === 'on-demand') return await gatherOnDemand(input, build)
  if (!guidebook) throw new FatalBuildError('guidebook-not-found', 'The release has no guidebook.')
  const original = readGuidebook(guidebook.id, build).then(contentOfGuidebook)
  if (release.kind === 'plain') return await original
  const none = { routes: [], pois: [], texts: [] }
  const nothing = {
    titles: {},
    descriptions: {},
    cover: null,
    coverPointer: null,
    stages: [],
    general: none,
    stays: [],
  }
  const [content, find] = await Promise.all([
    original,
    findItems((look) => customize(nothing, input, look, collectWarnings()), build),
  ])
  return customize(content, input, find, build.warnings)
}

async function gatherOnDemand(input: BuildInput, build: Build): Promise<BookContent> {
  const { request, guidebook, release, defaultLang } = input
  if (!request) throw new FatalBuildError('request-missing', 'The release has no stored request.')
  const needsTemplate = guidebook !== null && !(request.guidebook.title && request.guidebook.image)
  // The texts of a request with translation are in the account's language. The release's language may have changed since the request.
  const source = { request, lang: release.translate ? defaultLang : request.metadata.lang, defaultLang }
  const [find, template] = await Promise.all([
    findItems(
      (look) => contentOfRequest({ ...source, find: look, template: null, warnings: collectWarnings() }),
      build,
    ),
    needsTemplate ? readTemplate(guidebook.id, build) : null,
  ])
  return contentOfRequest({ ...source, find, template, warnings: build.warnings })
}

/** Reads the template; null with a warning if it is gone, since it only fills gaps of the request. */
async function readTemplate(id: string, build: Build): Promise<GuidebookContent | null> {
  try {
    return await readGuidebook(id, build)
  } catch (error) {
    if (!(error instanceof FatalBuildError) || error.code !== 'guidebook-not-found') throw error
    build.warnings.add({
      severity: 'error',
      code: 'template-missing',
      message: 'The template guidebook no longer exists; its title and cover could not be used.',
    })
    return null
  }
}
