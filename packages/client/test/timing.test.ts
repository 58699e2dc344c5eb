import { expect, it } from 'vitest'
import { systemTiming } from '../src/call/timing.ts'

it('a pause ends after its time, or with the reason of its signal', async () => {
  const controller = new AbortController()
  const reason = new Error('enough')
  await expect(systemTiming.pause(1, controller.signal)).resolves.toBeUndefined()
  const pausing = systemTiming.pause(60_000, controller.signal)
  controller.abort(reason)
  await expect(pausing).rejects.toBe(reason)
  await expect(systemTiming.pause(60_000, controller.signal)).rejects.toBe(reason)
})
