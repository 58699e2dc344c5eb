import { operations } from '@guidebook/contracts'
import { type FairSemaphore, fail, type Route, route } from '@guidebook/service-kit'
import type { Context } from '../context.ts'
import { uploadFile } from './upload-file.ts'

export const uploadRoutes = (context: Context, heldFiles: FairSemaphore): Route[] => [
  route(operations.uploadImport, async (request) => {
    const account = request.identity.account ?? fail('forbidden')
    return await heldFiles.run(account, () => uploadFile(context, account, request), { signal: request.signal })
  }),
]
