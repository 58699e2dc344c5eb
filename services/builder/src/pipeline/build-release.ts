import { type Artifacts, type BuildInput, operations, type ResponseBodyOf } from '@guidebook/contracts'
import { ServiceError } from '@guidebook/service-kit'
import { accountFiles } from '../artifact/account-files.ts'
import type { Artifact } from '../artifact/queries.ts'
import { forOneBuild } from '../basemap/basemap-sources.ts'
import { paperOf } from '../book/frame.ts'
import { brandLogo } from '../brand/brand-logo.ts'
import { gatherContent } from '../content/gather-content.ts'
import { chooseLanguage, offeredLanguages } from '../content/languages.ts'
import { ownerKey } from '../content/map-texts.ts'
import { failIfTooLarge } from '../content/read-guidebook.ts'
import type { Build, BuildContext } from '../context.ts'
import { draftOf } from '../draft/draft-of.ts'
import { sanitiseDrafts } from '../draft/sanitise-drafts.ts'
import { guidebookToStore } from '../guidebook/guidebook-to-store.ts'
import { prepareImages } from '../image/prepare-images.ts'
import { wantedImages } from '../image/wanted-images.ts'
import { BuildAbandonedError, type ClaimedBuild } from '../outcome/build.ts'
import type { Step } from '../outcome/steps.ts'
import type { Warnings } from '../outcome/warnings.ts'
import { type TranslatedContent, translateContent } from '../translation/translate-content.ts'
import { loadTracks } from '../trip/load-tracks.ts'
import { planTrip, type Trip } from '../trip/plan-trip.ts'
import { reportRoles } from '../trip/report-roles.ts'
import { TaskTimeoutError } from '../worker-pool/worker-process.ts'
import { drawingTooLong, requirePrintable } from './book-limits.ts'
import { prepareBookMaps } from './book-maps.ts'
import { drawRelease } from './draw-release.ts'

type StoredGuidebook = ResponseBodyOf<typeof operations.storeGuidebook>['guidebook']

export interface BuiltRelease {
  contentVersion: string
  guidebook: StoredGuidebook | null
  artifacts: Artifacts
  /** The objects are needed for a day only. */
  isPreview: boolean
  /** Newly made files, to be reused by later builds. */
  made: readonly Artifact[]
}

/** Milliseconds; longer than the default because an on-demand request may have a million points, and a guidebook many inline tracks. */
const inputDeadlineMs = 20_000
const storingDeadlineMs = 30_000

/**
 * Makes everything that travellers get of one generation of a release. All stored files are addressed by content or generation, so a build may
 * stop anywhere and be repeated. Partial failures add warnings. Throws if there can be no book, or if a dependency is unavailable.
 */
export async function buildRelease(
  claimed: ClaimedBuild,
  { renderer, decoder, budgets, artifacts, ...context }: BuildContext,
  run: { signal: AbortSignal; warnings: Warnings; begin(step: Step): void },
): Promise<BuiltRelease> {
  const { account } = claimed
  // When one part fails, the others are useless: abort them.
  const scope = new AbortController()
  const signal = AbortSignal.any([run.signal, scope.signal])
  const build: Build = {
    ...context,
    claimed,
    account,
    warnings: run.warnings,
    basemaps: forOneBuild(context.basemaps),
    renderer: renderer.forBuild({ account, budgetMs: budgets.renderMs, signal }),
    decoder: decoder.forBuild({ account, budgetMs: budgets.decodeMs, signal }),
    files: accountFiles(account, context.store, artifacts),
    signal,
  }
  try {
    return await runSteps(build, run.begin)
  } finally {
    scope.abort()
  }
}

async function runSteps(build: Build, begin: (step: Step) => void): Promise<BuiltRelease> {
  const { warnings, renderer, files } = build

  begin('input')
  const input = await readInput(build)

  const fetching = suppressUnhandledRejection(brandLogo(input.brand.logo, build))

  begin('content')
  const gathered = await gatherContent(input, build)
  // Images are most of the work: prepare them while everything else is fetched.
  const preparing = suppressUnhandledRejection(prepareImages(wantedImages(gathered, warnings), build))

  const { lang: target, translate } = input.release
  const isTranslated = translate && target !== input.defaultLang
  if (isTranslated) begin('translation')
  const translated: TranslatedContent = isTranslated
    ? await translateContent(gathered, { source: input.defaultLang, target }, build)
    : { content: gathered, untranslated: [] }
  const { content } = translated

  begin('tracks')
  const loaded = await loadTracks(content, build)
  const plan = await planTrip(content, bookingOf(input), loaded, build)
  requirePrintable(content, plan)
  await reportRoles(content, loaded, build)
  const trip = { content, plan, loaded }
  const storing = suppressUnhandledRejection(storeIfOwn(input, trip, build))
  const dirty = draftsFor(input, trip, translated, warnings)

  begin('images')
  const { draft, others } = await sanitiseDrafts(dirty, renderer, warnings)
  const [images, logo, maps] = await Promise.all([
    preparing,
    fetching,
    prepareBookMaps({ draft, paper: paperOf(input) }, build),
  ])

  begin('rendering')
  const drawn = await drawRelease({ input, draft, others, images, logo, maps }, build).catch((error: unknown) => {
    throw error instanceof TaskTimeoutError ? drawingTooLong(draft, error) : error
  })

  begin('storing')
  return { ...drawn, guidebook: await storing, isPreview: input.preview === true, made: files.made }
}

/** For a promise that is awaited later: until then a rejection must not count as unhandled. */
function suppressUnhandledRejection<T>(work: Promise<T>): Promise<T> {
  work.catch(() => undefined)
  return work
}

/** Reads the build input from releases. Throws `BuildAbandonedError` if the release is gone or has a newer generation. */
async function readInput({ claimed: { link, generation }, releases, signal }: Build): Promise<BuildInput> {
  try {
    const options = { params: { link }, query: { generation }, deadlineMs: inputDeadlineMs, signal }
    return (await releases.call(operations.readBuildInput, options)).body
  } catch (error) {
    if (error instanceof ServiceError && error.status === 404) throw new BuildAbandonedError('superseded')
    throw error
  }
}

/** The travel dates, with their pointers into the request of this kind of release. */
const bookingOf = ({ release: { dates, kind } }: BuildInput) => ({
  travel: dates,
  pointers:
    kind === 'on-demand'
      ? { arrivalDate: '/booking/arrivalDate', departureDate: '/booking/departureDate' }
      : { arrivalDate: '/arrivaldate', departureDate: '/departuredate' },
})

/**
 * Stores the guidebook of the release in geodata. Idempotent: the same generation changes nothing, and geodata refuses an older one with
 * `generation-superseded`. Plain releases show an existing guidebook and get none.
 */
async function storeIfOwn({ release }: BuildInput, trip: Trip, build: Build): Promise<StoredGuidebook | null> {
  if (release.kind === 'plain') return null
  const { body } = await build.geodata
    .call(operations.storeGuidebook, {
      params: { release_key: release.key },
      body: guidebookToStore(trip, build.claimed),
      deadlineMs: storingDeadlineMs,
      retry: true,
      signal: build.signal,
    })
    .catch(failIfTooLarge)
  return body.guidebook
}

/** Most languages of the page besides the release's own. */
const mostLanguages = 24

/** The draft in the release's language, and those for the page in its other languages. */
function draftsFor(
  { release, defaultLang }: BuildInput,
  trip: Trip,
  { untranslated }: TranslatedContent,
  warnings: Warnings,
) {
  const inLanguage = (lang: string, language = chooseLanguage(lang, defaultLang)) =>
    draftOf(trip, { title: release.title, lang, language })
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
  const offered = offeredLanguages(trip.content, release.lang)
  if (offered.length > mostLanguages) {
    const message = `The page has only the first ${mostLanguages} of ${offered.length} further languages.`
    warnings.add({ code: 'too-many-languages', message })
  }
  return { draft, others: offered.slice(0, mostLanguages).map((lang) => inLanguage(lang)) }
}
