import { expect, test } from 'vitest'
import { changeOf, type Draft } from './account-draft.ts'

const begin: Draft = {
  defaultLang: 'de',
  timeZone: 'Europe/Zurich',
  primary: '#0a7d4b',
  secondary: '#ffffff',
  logo: 'https://a.example/logo.png',
  iosUrl: '',
  androidUrl: 'https://a.example/android',
  paper: 'A4',
  emergencyPhone: '',
}

test('a form of the account sends the fields that were changed and no others', () => {
  expect(changeOf(begin, begin)).toBeNull()
  const changes: Partial<Draft>[] = [
    { timeZone: 'UTC' },
    { primary: '#000000' },
    { androidUrl: ' ' },
    { paper: 'A5', logo: '' },
    { emergencyPhone: ' +41 81 000 00 00 ' },
  ]
  expect(changes.map((changed) => changeOf({ ...begin, ...changed }, begin))).toEqual([
    { timeZone: 'UTC' },
    { colors: { primary: '#000000' } },
    { app: { androidUrl: null } },
    { roadbook: { paper: 'A5' }, logo: null },
    { emergencyPhone: '+41 81 000 00 00' },
  ])
})
