import type { Artifacts, BuildInput } from '@guidebook/contracts'
import type { Artifact } from '../artifact/queries.ts'
import type { Draft } from '../book/draft.ts'
import { brandLogo } from '../brand/brand-logo.ts'
import type { BookContent, BookRoute } from '../content/book-content.ts'
import { gatherContent } from '../content/gather-content.ts'
import { chooseLanguage } from '../content/in-language.ts'
import { offeredLanguages } from '../content/offered-languages.ts'
import { readInput } from '../content/read-input.ts'
import { ownerKey } from '../content/text-owner.ts'
import { draftOf } from '../draft/draft-of.ts'
import { sanitiseDrafts } from '../draft/sanitise-drafts.ts'
import { guidebookToStore } from '../guidebook/guidebook-to-store.ts'
import { type StoredGuidebook, storeGuidebook } from '../guidebook/store-guidebook.ts'
import { prepareImages } from '../image/prepare-images.ts'
import { wantedImages } from '../image/wanted-images.ts'
import type { ClaimedBuild } from '../outcome/build.ts'
import type { Step } from '../outcome/steps.ts'
import type { Warnings } from '../outcome/warnings.ts'
import { type TranslatedContent, translateContent } from '../translation/translate-content.ts'
import { type LoadedTrack, loadTracks } from '../trip/load-tracks.ts'
import { planTrip, type TripPlan } from '../trip/plan-trip.ts'
import { TaskTimeoutError } from '../worker-pool/worker-process.ts'
import { bookBasemaps } from './book-basemaps.ts'
import type { BuildContext, DrawingSources } from './build-context.ts'
import { drawRelease } from './draw-release.ts'
import { drawingTooLong } from './drawing-too-long.ts'
import { requirePrintable } from './printable.ts'

export interface BuiltRelease {
  contentVersion: string
  guidebook: StoredGuidebook | null
  artifacts: Artifacts
  /** Newly made files, to be reused by later builds. */
  made: Artifact[]
}

export interface BuildRun {
  signal: AbortSignal
  warnings: Warnings
  begin(step: Step): void
}

/**
 * Makes everything that travellers get of one generation of a release. All stored files are addressed by content or generation, so a build may
 * stop anywhere and be repeated. Partial failures add warnings. Throws if there can be no book, or if a dependency is unavailable.
 */
export async function buildRelease(build: ClaimedBuild, context: BuildContext, run: BuildRun): Promise<BuiltRelease> {
  // When one part fails, the others are useless: abort them.
  const scope = new AbortController()
  const signal = AbortSignal.any([run.signal, scope.signal])
  try {
    return await runSteps(build, context, { ...run, signal })
  } finally {
    scope.abort()
  }
}

async function runSteps(build: ClaimedBuild, context: BuildContext, run: BuildRun): Promise<BuiltRelease> {
  const { signal, warnings, begin } = run
  const { account } = build
  const made: Artifact[] = []
  const renderer = context.renderer.forBuild({ account, budgetMs: context.budgets.renderMs })
  const decoder = context.decoder.forBuild({ account, budgetMs: context.budgets.decodeMs })
  const sources: DrawingSources = {
    ...context,
    ...{ account, renderer, decoder, signal, warnings },
    made: (artifact) => void made.push(artifact),
  }

  begin('input')
  const input = await readInput(build, context.releases, signal)

  const fetching = suppressUnhandledRejection(brandLogo(input.brand.logo, sources))

  begin('content')
  const gathered = await gatherContent(input, sources)
  // Images are most of the work: prepare them while everything else is fetched.
  const preparing = suppressUnhandledRejection(
    prepareImages(wantedImages(gathered, warnings), {
      ...sources,
      find: (ingredients) => context.artifacts.find(account, ingredients),
    }),
  )

  const { lang: target, translate } = input.release
  const isTranslated = translate && target !== input.defaultLang
  if (isTranslated) begin('translation')
  const { content, untranslated }: TranslatedContent = isTranslated
    ? await translateContent(gathered, { ...sources, build, source: input.defaultLang, target })
    : { content: gathered, untranslated: [] }

  begin('tracks')
  const loaded = await loadTracks(content, sources)
  const trackOf = (route: BookRoute) => loaded.get(route)?.track ?? null
  const plan = await planTrip(content, input.release.dates, trackOf, renderer)
  requirePrintable(content, plan)
  const storing = suppressUnhandledRejection(storeIfOwn({ build, input, content, plan, trackOf }, context, signal))
  const dirty = draftsFor(input, { content, untranslated }, { plan, loaded }, warnings)

  begin('images')
  const { draft, others } = await sanitiseDrafts(dirty, renderer, warnings)
  const [images, logo, basemaps] = await Promise.all([preparing, fetching, bookBasemaps(input, draft, sources)])

  begin('rendering')
  const drawing = { build, input, draft, others, images, logo, basemaps }
  const { version, pdf, files } = await drawRelease(drawing, sources).catch((error: unknown) => {
    throw error instanceof TaskTimeoutError ? drawingTooLong(draft, error) : error
  })

  begin('storing')
  return { contentVersion: version, guidebook: await storing, artifacts: { pdf, ...files }, made }
}

/** For a promise that is awaited later: until then a rejection must not count as unhandled. */
function suppressUnhandledRejection<T>(work: Promise<T>): Promise<T> {
  work.catch(() => undefined)
  return work
}

/** Most languages of the page besides the release's own. */
const mostLanguages = 24

interface OwnGuidebook {
  build: ClaimedBuild
  input: BuildInput
  content: BookContent
  plan: TripPlan
  trackOf(route: BookRoute): Uint8Array | null
}

/** Stores the guidebook of the release. Plain releases show an existing guidebook and get none. */
async function storeIfOwn(
  own: OwnGuidebook,
  { geodata }: BuildContext,
  signal: AbortSignal,
): Promise<StoredGuidebook | null> {
  const { build, input, content, plan, trackOf } = own
  if (input.release.kind === 'plain') return null
  const { account, release, generation } = build
  const guidebook = guidebookToStore({ account, release, generation, content, plan, trackOf })
  return await storeGuidebook(input.release.key, guidebook, geodata, signal)
}

/** The draft in the release's language, and those for the page in its other languages. */
function draftsFor(
  { release, defaultLang }: BuildInput,
  { content, untranslated }: TranslatedContent,
  { plan, loaded }: { plan: TripPlan; loaded: ReadonlyMap<BookRoute, LoadedTrack | null> },
  warnings: Warnings,
): { draft: Draft; others: Draft[] } {
  const inLanguage = (lang: string, language = chooseLanguage(lang, defaultLang)) =>
    draftOf({ content, title: release.title, lang, language, plan, loaded })
  const language = chooseLanguage(release.lang, defaultLang)
  const draft = inLanguage(release.lang, language)
  const reported = new Set(untranslated.map(ownerKey))
  const [first, ...others] = language.substituted().filter((owner) => !reported.has(ownerKey(owner)))
  if (first !== undefined) {
    warnings.add({
      severity: 'info',
      code: 'language-missing',
      message: `${others.length + 1} texts do not exist in "${release.lang}" and are shown in another language; the first: ${first.name}.`,
      externalId: first.externalId,
      pointer: first.pointer,
    })
  }
  const offered = offeredLanguages(content, release.lang)
  if (offered.length > mostLanguages) {
    const message = `The page has only the first ${mostLanguages} of ${offered.length} further languages.`
    warnings.add({ code: 'too-many-languages', message })
  }
  return { draft, others: offered.slice(0, mostLanguages).map((lang) => inLanguage(lang)) }
}
