import { expect, it } from 'vitest'
import { refuseUnreadable } from './refuse-unreadable.ts'
import { UnreadableCsvError } from './unreadable.ts'

it('an unreadable file is refused with the reason', async () => {
  const unreadable = refuseUnreadable(() => Promise.reject(new UnreadableCsvError({ id: 'csv.too-many-rows' })))
  await expect(unreadable).rejects.toMatchObject({
    code: 'csv-unreadable',
    detail: 'The file has more than 2,000,000 rows, blank ones included. Split it into several files.',
  })
})

it('a file that cannot be read before the deadline is refused', async () => {
  const late = refuseUnreadable(async (deadline) => deadline.throwIfAborted(), AbortSignal.abort(new Error('late')))
  await expect(late).rejects.toMatchObject({ code: 'csv-unreadable', detail: expect.stringContaining('10 seconds') })
})

it('an error of the service is not reported as a fault of the file', async () => {
  const failed = refuseUnreadable(() => Promise.reject(new Error('the disk is full')))
  await expect(failed).rejects.toThrow('the disk is full')
})
