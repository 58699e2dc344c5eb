import { type Operation, operations } from '@guidebook/contracts'
import { loadPortalTexts } from '@guidebook/messages/portal'
import { loadSupportTexts } from '@guidebook/messages/support'
import { expect, test } from 'vitest'
import { operationText, parameterTexts } from './action-texts.ts'

const [german, support] = await Promise.all([loadPortalTexts('de'), loadSupportTexts('de')])

/** As the gateway logs them. */
const logged = Object.values<Operation>(operations).filter(
  ({ audience, method, changesNothing }) => audience === 'admin' && method !== 'GET' && changesNothing !== true,
)
const withoutText = new Set(['account', 'account_id', 'release', 'link'])

test('every change that support can make has a text, and so have its parameters', () => {
  expect(logged.map(({ id }) => id).filter((id) => operationText(id, support) === id)).toEqual([])
  const names = logged
    .flatMap(({ params }) => Object.keys(params?.properties ?? {}))
    .filter((name) => !withoutText.has(name))
  const texts = (name: string) => parameterTexts({ [name]: '1' }, german, support)
  expect(names.filter((name) => texts(name)[0] === `${name}: 1`)).toEqual([])
})

test('what has no text has its name, and the account is left out', () => {
  expect(operationText('newOperation', support)).toBe('newOperation')
  expect(parameterTexts({ account_id: 'a', flag: 'true', id: 'x' }, german, support)).toEqual([
    'eingeschaltet: ja',
    'id: x',
  ])
})

// cspell:ignore eingeschaltet
