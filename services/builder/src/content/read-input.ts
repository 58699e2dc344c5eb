import { type BuildInput, operations } from '@guidebook/contracts'
import { type InternalClient, ServiceError } from '@guidebook/service-kit'
import { BuildAbandonedError } from '../outcome/build.ts'

/** Milliseconds; longer than the default because an on-demand request may have a million points. */
const deadlineMs = 20_000

/** Reads the build input from releases. Throws `BuildAbandonedError` if the release is gone or has a newer generation. */
export async function readInput(
  { link, generation }: { link: string; generation: number },
  releases: Pick<InternalClient, 'call'>,
  signal: AbortSignal,
): Promise<BuildInput> {
  try {
    const options = { params: { link }, query: { generation }, deadlineMs, signal }
    const { body } = await releases.call(operations.readBuildInput, options)
    return body
  } catch (error) {
    if (error instanceof ServiceError && error.status === 404) throw new BuildAbandonedError('superseded')
    throw error
  }
}
