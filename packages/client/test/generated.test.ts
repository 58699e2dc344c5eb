import { type Operation, operations } from '@guidebook/contracts'
import { expect, it } from 'vitest'
import { apiSource } from '../generate/api-source.ts'

const partnerOperations = Object.values<Operation>(operations).filter(({ audience }) => audience === 'partner')

it('the generated files match the contracts; `npm test -- packages/client -u` updates them', async () => {
  const source = apiSource(partnerOperations)
  await expect(source.types).toMatchFileSnapshot('../src/generated/types.ts')
  await expect(source.operations).toMatchFileSnapshot('../src/generated/operations.ts')
})
