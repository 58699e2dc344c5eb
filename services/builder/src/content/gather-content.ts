import { type BuildInput, type GuidebookContent, type ItemContent, operations } from '@guidebook/contracts'
import { type InternalClient, ServiceError } from '@guidebook/service-kit'
import { FatalBuildError } from '../outcome/failures.ts'
import type { Warnings } from '../outcome/warnings.ts'
import type { BookContent } from './book-content.ts'
import { customize, referencesOfCustomization } from './customized-content.ts'
import { contentOfRequest, referencesOf } from './on-demand-content.ts'
import type { CollectedReferences, FoundItems } from './references.ts'
import { contentOfGuidebook } from './stored-guidebook.ts'

export interface ContentSources {
  geodata: Pick<InternalClient, 'call'>
  warnings: Warnings
  signal: AbortSignal
}

/** Milliseconds; longer than the default because guidebooks may be large. */
const deadlineMs = 20_000

/** The content of a release of any kind: of its guidebook, of its guidebook and booking, or of its request. */
export async function gatherContent(input: BuildInput, sources: ContentSources): Promise<BookContent> {
  if (input.release.kind === 'on-demand') return await gatherOnDemand(input, sources)
  if (!input.guidebook) throw new FatalBuildError('guidebook-not-found', 'The release has no guidebook.')
  if (input.release.kind === 'plain') {
    return contentOfGuidebook(await readGuidebook(input, input.guidebook.id, sources))
  }
  const [guidebook, found] = await Promise.all([
    readGuidebook(input, input.guidebook.id, sources),
    findItems(input, referencesOfCustomization(input), sources),
  ])
  return customize(contentOfGuidebook(guidebook), input, found, sources.warnings)
}

async function gatherOnDemand(input: BuildInput, sources: ContentSources): Promise<BookContent> {
  const { request, guidebook, release, defaultLang } = input
  if (!request) throw new FatalBuildError('request-missing', 'The release has no stored request.')
  const { warnings } = sources
  const needsTemplate = guidebook !== null && !(request.guidebook.title && request.guidebook.image)
  const [found, template] = await Promise.all([
    findItems(input, referencesOf(request), sources),
    needsTemplate ? readTemplate(input, guidebook.id, sources) : null,
  ])
  // The texts of a request with translation are in the account's language.
  const lang = release.translate ? defaultLang : release.lang
  return contentOfRequest({ request, found, template, lang, warnings })
}

async function readGuidebook(
  { release }: BuildInput,
  id: string,
  { geodata, signal }: ContentSources,
): Promise<GuidebookContent> {
  try {
    const { body } = await geodata.call(operations.readGuidebookContent, {
      params: { guidebook_id: id },
      query: { account: release.account },
      deadlineMs,
      signal,
    })
    return body
  } catch (error) {
    if (error instanceof ServiceError && error.status === 404) {
      throw new FatalBuildError('guidebook-not-found', 'The guidebook of the release no longer exists.', {
        cause: error,
      })
    }
    throw contentTooLarge(error) ?? error
  }
}

/** The failure of a build whose content is too large for geodata to return; another attempt would fail, too. */
function contentTooLarge(error: unknown): FatalBuildError | null {
  if (!(error instanceof ServiceError) || error.code !== 'payload-too-large') return null
  const message =
    'The texts of the guidebook are too large to build; each counts as often as its item is used. Shorten texts or name fewer items: the next change builds it again.'
  return new FatalBuildError('content-too-large', message, { cause: error })
}

/** Reads the template; null with a warning if it is gone, since it only fills gaps of the request. */
async function readTemplate(input: BuildInput, id: string, sources: ContentSources): Promise<GuidebookContent | null> {
  try {
    return await readGuidebook(input, id, sources)
  } catch (error) {
    if (!(error instanceof FatalBuildError) || error.code !== 'guidebook-not-found') throw error
    sources.warnings.add({
      severity: 'error',
      code: 'template-missing',
      message: 'The template guidebook no longer exists; its title and cover could not be used.',
    })
    return null
  }
}

/** Resolves all references with one call and reads all items with another. */
async function findItems(
  { release }: BuildInput,
  references: CollectedReferences,
  { geodata, signal }: ContentSources,
): Promise<FoundItems> {
  const { account } = release
  const collected = references.list()
  if (collected.length === 0) return references.resolve([], [])
  const resolved = await geodata.call(operations.resolveReferences, {
    body: { account, references: collected.map(({ kind, reference }) => ({ ...reference, kind })) },
    deadlineMs,
    retry: true,
    signal,
  })
  const ids = resolved.body.results.map((result) => result?.id ?? null)
  const wanted = [...new Set(ids.filter((id) => id !== null))]
  return references.resolve(ids, wanted.length === 0 ? [] : await readItems(account, wanted))

  async function readItems(of: string, some: string[]): Promise<ItemContent[]> {
    try {
      const { body } = await geodata.call(operations.readItemContents, {
        body: { account: of, ids: some },
        deadlineMs,
        retry: true,
        signal,
      })
      return body.items
    } catch (error) {
      throw contentTooLarge(error) ?? error
    }
  }
}
