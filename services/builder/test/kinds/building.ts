import sharp from 'sharp'
import { afterAll, beforeAll, vi } from 'vitest'
import { type Fixture, startFixture } from '../builder-fixture.ts'
import { anInput, type InputFields, requestFor } from '../fixtures.ts'

/** A builder and stub services for the test file, started before its tests. */
export const aBuilder = () => {
  vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })
  const present = {} as { fixture: Fixture }
  beforeAll(async () => {
    present.fixture = await startFixture()
    await present.fixture.start()
  })
  afterAll(() => present.fixture[Symbol.asyncDispose]())

  return Object.assign(present, {
    /** Builds a release of the account; returns its input, the completion and the page. */
    async build(account: string, fields: InputFields) {
      const { fixture } = present
      const input = anInput(fixture.stubs, account, fields)
      await fixture.request(requestFor(input))
      const completed = await fixture.completion({ release: input.release.id, generation: 1 })
      return { input, completed, page: await fixture.pageOf(completed) }
    },
  })
}

export const photograph = (red = 200, width = 1_600) =>
  sharp({ create: { width, height: (width * 3) / 4, channels: 3, background: { r: red, g: 120, b: 60 } } })
    .jpeg()
    .toBuffer()
