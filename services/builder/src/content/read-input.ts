import { type BuildInput, operations } from '@guidebook/contracts'
import { type InternalClient, ServiceError } from '@guidebook/service-kit'
import { BuildAbandonedError } from '../outcome/build.ts'

/** An on-demand request may hold a million points. Milliseconds. */
const deadlineMs = 20_000

/** What releases knows of this generation. A release that is gone, or has moved on, wants no build any more. */
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
