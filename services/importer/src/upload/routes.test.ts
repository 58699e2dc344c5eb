import { DependencyUnavailableError, FairSemaphore, type OperationRequest } from '@guidebook/service-kit'
import { expect, test } from 'vitest'
import type { Context } from '../context.ts'
import { uploadRoutes } from './routes.ts'

test('an upload waits while the account holds its places for files, and is refused when none becomes free', async () => {
  const heldFiles = new FairSemaphore({ capacity: 2, perOwner: 1, mostWaiting: 0 })
  const [upload] = uploadRoutes({} as Context, heldFiles)
  expect(heldFiles.take('busy')).toBe(true)
  const request = { identity: { account: 'busy' } } as OperationRequest
  await expect(upload?.handler(request)).rejects.toThrow(DependencyUnavailableError)
})
