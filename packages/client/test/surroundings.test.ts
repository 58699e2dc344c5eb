import { expect, it } from 'vitest'
import { realSurroundings } from '../src/call/surroundings.ts'

it('a pause ends by itself, or with the reason of its signal, before it or during it', async () => {
  const controller = new AbortController()
  const reason = new Error('enough')
  await expect(realSurroundings.pause(1, controller.signal)).resolves.toBeUndefined()
  const pausing = realSurroundings.pause(60_000, controller.signal)
  controller.abort(reason)
  await expect(pausing).rejects.toBe(reason)
  await expect(realSurroundings.pause(60_000, controller.signal)).rejects.toBe(reason)
})
