import { expect, it } from 'vitest'
import { explainIn, inEnglish } from '../explanation.ts'
import { refuseUnreadable } from './refuse-unreadable.ts'
import { UnreadableCsvError } from './unreadable.ts'

it('an unreadable file is refused with the reason in the language of the reader', async () => {
  const tooMany = () => Promise.reject(new UnreadableCsvError({ id: 'csv.too-many-rows' }))
  const code = 'csv-unreadable'
  const detail = 'The file has more than 2,000,000 rows, blank ones included. Split it into several files.'
  await expect(refuseUnreadable(inEnglish, tooMany)).rejects.toMatchObject({ code, detail })
  const german = { code, detail: expect.stringContaining('2.000.000 Zeilen') }
  await expect(refuseUnreadable(explainIn('de'), tooMany)).rejects.toMatchObject(german)
})

it('a file that cannot be read before the deadline is refused', async () => {
  const late = refuseUnreadable(
    inEnglish,
    async (deadline) => deadline.throwIfAborted(),
    AbortSignal.abort(new Error('late')),
  )
  await expect(late).rejects.toMatchObject({ code: 'csv-unreadable', detail: expect.stringContaining('10 seconds') })
})

it('an error of the service is not reported as a fault of the file', async () => {
  const failed = refuseUnreadable(inEnglish, () => Promise.reject(new Error('the disk is full')))
  await expect(failed).rejects.toThrow('the disk is full')
})

// cspell:ignore Zeilen
