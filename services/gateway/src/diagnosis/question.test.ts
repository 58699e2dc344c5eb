import { expect, test } from 'vitest'
import { readQuestion } from './question.ts'

test.each([
  ['https://guidebook.example/t/k3Vq8ZpT1xWcY7dRsN2bLg', { kind: 'link', link: 'k3Vq8ZpT1xWcY7dRsN2bLg' }],
  ['see /t/k3Vq8ZpT1xWcY7dRsN2bLg/roadbook.pdf?a=1', { kind: 'link', link: 'k3Vq8ZpT1xWcY7dRsN2bLg' }],
  [' k3Vq8ZpT1xWcY7dRsN2bLg\n', { kind: 'link', link: 'k3Vq8ZpT1xWcY7dRsN2bLg' }],
  ['20240001', { kind: 'code', code: 20240001 }],
  ['office@operator.example', { kind: 'email', email: 'office@operator.example' }],
  ['0199f2c4-5d1e-7aa0-9c3e-0a4d7f1b2c3d', { kind: 'request', requestId: '0199f2c4-5d1e-7aa0-9c3e-0a4d7f1b2c3d' }],
  ['0', { kind: 'link', link: '0' }],
  ['99999999999999999999', { kind: 'link', link: '99999999999999999999' }],
  ['order 7 of Monday', { kind: 'request', requestId: 'order 7 of Monday' }],
  [`${'x'.repeat(200)}`, { kind: 'request', requestId: 'x'.repeat(128) }],
  ['not@an@address', { kind: 'request', requestId: 'not@an@address' }],
])('%j is taken for the right thing', (text, question) => {
  expect(readQuestion(text)).toEqual(question)
})
