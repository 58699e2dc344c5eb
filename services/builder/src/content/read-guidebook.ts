import { type GuidebookContent, operations } from '@guidebook/contracts'
import { ServiceError } from '@guidebook/service-kit'
import type { Build } from '../context.ts'
import { FatalBuildError } from '../outcome/failures.ts'

/** Milliseconds; longer than the default because guidebooks may be large. */
export const deadlineMs = 20_000

/** Throws `FatalBuildError` when the guidebook no longer exists. */
export async function readGuidebook(id: string, { account, geodata, signal }: Build): Promise<GuidebookContent> {
  try {
    const options = { params: { guidebook_id: id }, query: { account }, deadlineMs, signal }
    return (await geodata.call(operations.readGuidebookContent, options)).body
  } catch (error) {
    if (error instanceof ServiceError && error.status === 404) {
      const message = 'The guidebook of the release no longer exists.'
      throw new FatalBuildError('guidebook-not-found', message, { cause: error })
    }
    return failIfTooLarge(error)
  }
}

/** Rethrows an error. Content that is too large for geodata to return or to store is a failure of the build: another attempt would fail, too. */
export function failIfTooLarge(error: unknown): never {
  if (!(error instanceof ServiceError) || error.code !== 'payload-too-large') throw error
  const message =
    'The texts of the guidebook are too large to build; an item of a stored guidebook counts for each mention. Shorten texts or name fewer items: the next change builds it again.'
  throw new FatalBuildError('content-too-large', message, { cause: error })
}
