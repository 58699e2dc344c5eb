import { ApiError, NetworkError } from '@guidebook/client'
import { errorCatalogue, faultRules } from '@guidebook/contracts'
import { loadErrorTexts } from '@guidebook/messages/errors'
import { loadPortalTexts } from '@guidebook/messages/portal'
import { expect, test } from 'vitest'
import { errorWordsIn, prepareErrorTexts } from '../i18n/error-texts.ts'
import { formatsFor } from '../i18n/formats.ts'
import { placeText } from '../i18n/places.ts'
import { copyFile } from './copy-file.ts'
import { toCsv } from './csv.ts'
import { atFields, faultsOf, faultsOfSent } from './faults.ts'
import { readBlob } from './read-blob.ts'

test('a CSV file quotes what needs it and defuses formulas', () => {
  expect(
    toCsv([
      ['a', 'b"c', 'd,e', 'f\ng', 'h;i'],
      [1, null, undefined, '=1+1'],
      ['-2', '@x', '+3', true, ''],
    ]),
  ).toBe('\ufeffa;"b""c";"d,e";"f\ng";"h;i"\r\n1;;;\'=1+1\r\n\'-2;\'@x;\'+3;true;\r\n')
})

test('a chosen file is copied with its name and type, unless it cannot be read', async () => {
  const file = new File(['a;b'], 'bookings.csv', { type: 'text/csv' })
  const copy = await copyFile(file)
  expect(copy).not.toBe(file)
  expect([await copy?.text(), copy?.name, copy?.type]).toEqual(['a;b', 'bookings.csv', 'text/csv'])
  const arrayBuffer = () => Promise.reject(new DOMException('changed', 'NotReadableError'))
  expect(await copyFile(Object.assign(file, { arrayBuffer }))).toBe(null)
})

const refusal = (faults: Partial<ApiError['faults'][number]>[], code: ApiError['code'] = 'invalid-field') =>
  new ApiError('createRelease', {
    status: 422,
    code,
    title: 'Wrong',
    detail: 'wrong',
    requestId: null,
    faults: faults.map((fault) => ({ pointer: '/lang', code: 'invalid-field', message: 'wrong', ...fault })),
    retryAfter: null,
  })

const german = errorWordsIn('de', formatsFor('de', undefined))
const english = errorWordsIn('en', formatsFor('en', undefined))

test('each fault is at its field, one below a field at that field, and the rest is left over', () => {
  const error = refusal([
    { pointer: '/lang', message: 'one' },
    { pointer: '/lang', message: 'two' },
    { pointer: '/accommodation/0/externalId', message: 'three' },
    { pointer: '/names/de', message: 'four' },
    { pointer: '/other', message: 'five' },
  ])
  const faults = faultsOf(error, ['/lang', '/names', '/accommodation/0/externalId'], english)
  expect(['/lang', '/names', '/accommodation/0/externalId', '/devices'].map(faults.at)).toEqual([
    'one two',
    'four',
    'three',
    undefined,
  ])
  expect(faults.others).toEqual([{ pointer: '/other', message: 'five' }])
})

test('a form that names the fields of a request otherwise gets the faults at its own', () => {
  const error = atFields(refusal([{ pointer: '/start' }, { pointer: '/other' }], 'invalid-field'), {
    '/start': '/arrival',
  })
  expect(error).toMatchObject({ status: 422, code: 'invalid-field', operation: 'createRelease' })
  expect(faultsOf(error, ['/start', '/arrival', '/other'], english).at('/arrival')).toBe('wrong')
  expect(faultsOf(error, ['/start', '/arrival', '/other'], english).at('/start')).toBeUndefined()
  const other = new TypeError('offline')
  expect(atFields(other, {})).toBe(other)
})

test('a fault of an entry is not shown at another one that has its place now', () => {
  const sent = { title: 'Trip', stages: [{ key: 'a' }, { key: 'b', routes: [{ key: 'c' }] }] }
  const error = refusal([{ pointer: '/title' }, { pointer: '/stages/1' }, { pointer: '/stages/1/routes/0' }])
  const faults = faultsOf(error, ['/title', '/stages/1/routes/0', '/stages/1'], english)
  const shownIn = (draft: unknown) =>
    ['/title', '/stages/0', '/stages/0/routes/0', '/stages/1', '/stages/1/routes/0'].filter((pointer) =>
      faultsOfSent(faults, sent, draft).at(pointer),
    )
  expect(shownIn({ ...sent, title: 'Tour' })).toEqual(['/title', '/stages/1', '/stages/1/routes/0'])
  expect(shownIn({ ...sent, stages: [{ key: 'a' }, { key: 'b', routes: [{ key: 'd' }] }] })).toEqual([
    '/title',
    '/stages/1',
  ])
  expect(shownIn({ ...sent, stages: [{ key: 'b', routes: [{ key: 'c' }] }, { key: 'e' }] })).toEqual([
    '/title',
    '/stages/0',
    '/stages/0/routes/0',
  ])
})

test('an error of the network has no faults', () => {
  expect(faultsOf(new TypeError('offline'), ['/lang'], english).others).toEqual([])
})

test('a file that breaks off after its headers is an error of the network', async () => {
  const cause = new TypeError('terminated')
  const body = new ReadableStream({ pull: (controller) => controller.error(cause) })
  const error = await readBlob(new Response(body)).catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(NetworkError)
  expect(error).toMatchObject({ timedOut: false, cause })
  expect(await (await readBlob(new Response('a'))).text()).toBe('a')
})

test('an error is told in the person’s language by its rule, else by its code', async () => {
  await prepareErrorTexts('de')
  const error = refusal(
    [
      { rule: 'max-length', values: { limit: 1000 } },
      { rule: 'outside-period', values: { start: '2026-07-01', end: '2026-07-08' }, code: 'trip-outside-period' },
      { rule: 'max-length' },
      { code: 'download-code-taken' },
      { code: 'new-code' as never },
    ],
    'release-locked',
  )
  expect(error.faults.map(german.fault)).toEqual([
    'Geben Sie höchstens 1.000 Zeichen ein.',
    'Muss innerhalb der Tage des Links liegen: 01.07.2026 bis 08.07.2026.',
    'Diese Angabe ist nicht erlaubt.',
    'Eine andere Freigabe hat diesen Code. Wählen Sie einen anderen.',
    'wrong',
  ])
  expect([german.title(error), german.detail(error)]).toEqual([
    null,
    'Die Freigabe ist gesperrt. Entsperren Sie sie zuerst.',
  ])
  expect(english.title(error)).toBe('Wrong')
  const message = 'Must lie within the release period, 2026-07-01 to 2026-07-08.'
  const [fault] = refusal([{ values: { start: '2026-07-01', end: '2026-07-08' }, message }]).faults
  const { day } = formatsFor('en', undefined)
  const written = `Must lie within the release period, ${day('2026-07-01')} to ${day('2026-07-08')}.`
  expect(fault && english.fault(fault)).toBe(written)
  expect(written).not.toContain('2026-07')
})

test('a custom ID that looks like a day stays as it is', async () => {
  await prepareErrorTexts('de')
  const values = { release: 'none', guidebook: '2026-07-01', stage: 'none' }
  expect(refusal([{ rule: 'used-in', values }]).faults.map(german.fault)).toEqual([
    expect.stringContaining('„2026-07-01“'),
  ])
})

test('a detail that repeats the faults is not shown: each fault is shown with its place', () => {
  const error = (detail: string) => Object.assign(refusal([{}, { pointer: '' }]), { detail })
  expect(
    ['/lang: wrong; The request: wrong', 'The release is locked.'].map((detail) => english.detail(error(detail))),
  ).toEqual([null, 'The release is locked.'])
})

test('the place of a fault has the labels of the fields, in the person’s language', async () => {
  const texts = await loadPortalTexts('de')
  const places = ['/stages/1/titles/fr', '/accommodation/0/externalId', '/altitudeUp', '/constructor', '/a~1b', '']
  expect(places.map((pointer) => placeText(pointer, texts, formatsFor('de', undefined)))).toEqual([
    ...['Etappen › 2 › Titel › Französisch', 'Unterkünfte › 1 › Eigene ID', 'altitude up', 'constructor', 'a/b', ''],
  ])
})

test('every code and every rule of the API has a text', async () => {
  const names = [
    ...Object.keys(errorCatalogue).map((code) => `code.${code}`),
    ...faultRules.map((rule) => `rule.${rule}`),
  ]
  expect(Object.keys(await loadErrorTexts('en')).toSorted()).toEqual(names.toSorted())
})

// cspell:ignore Etappen Französisch Unterkünfte Eigene Titel Angabe Links Tage Diese Eine Entsperren Freigabe Geben Muss Sie Wählen Zeichen andere anderen bis dieses diesen einen erlaubt gesperrt hat höchstens innerhalb ist liegen nicht zuerst
