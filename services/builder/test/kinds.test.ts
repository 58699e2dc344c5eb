import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aGuidebook, anInput, asking } from './content.ts'
import { type Fixture, startFixture } from './fixture.ts'

let fixture: Fixture
beforeAll(async () => {
  fixture = await startFixture()
  await fixture.start()
})
afterAll(() => fixture[Symbol.asyncDispose]())

test('a plain release', async () => {
  const { neighbours } = fixture
  const account = randomUUID()
  const guidebook = aGuidebook(neighbours, account)
  const input = anInput(neighbours, account, { input: { guidebook: { id: guidebook.id } } })
  await fixture.request(asking(input))
  const completed = await fixture.completion({ release: input.release.id, generation: 1 })
  console.log(JSON.stringify(completed, null, 1))
  console.log(fixture.progressed.map(({ data }) => [data.sequence, data.step, data.percent]))
  expect(completed.artifacts.pdf).toMatchObject({ pages: expect.any(Number) })
})
