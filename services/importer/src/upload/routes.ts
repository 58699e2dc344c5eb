import { operations } from '@guidebook/contracts'
import { FairSemaphore, fail, type Route, route } from '@guidebook/service-kit'
import type { Context } from '../context.ts'
import { uploadFile } from './upload-file.ts'

/** Concurrent uploads, and requests that wait for one: each holds its file of up to 16 MiB. Accounts do not delay each other. */
const shares = { capacity: 16, perOwner: 2, mostWaiting: 64, waitMs: 20_000 }

export const uploadRoutes = (context: Context, uploads = new FairSemaphore(shares)): Route[] => [
  route(operations.uploadImport, async (request) => {
    const account = request.identity.account ?? fail('forbidden')
    return await uploads.run(account, () => uploadFile(context, account, request), { signal: request.signal })
  }),
]
