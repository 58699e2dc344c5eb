import { expect, test } from 'vitest'
import { isCode, linkIn } from './search-text.ts'

test('a Trip Link is recognised in the address of its page and of its files', () => {
  expect(linkIn('https://guidebook.example/t/k3Vq8ZpT1xWcY7dRsN2bLg')).toBe('k3Vq8ZpT1xWcY7dRsN2bLg')
  expect(linkIn(' guidebook.example/t/k3Vq8ZpT1xWcY7dRsN2bLg/roadbook.pdf?utm=1')).toBe('k3Vq8ZpT1xWcY7dRsN2bLg')
  expect(linkIn('Anna /t/')).toBe(null)
})

test('a code is a whole number without a leading zero', () => {
  expect(['4711', '0', '4711a', '04711'].map(isCode)).toEqual([true, false, false, false])
})
