import { expect, test } from 'vitest'
import { problemTextsFor } from './build-problems.ts'

const german = problemTextsFor({ 'accept-language': 'de-AT, en;q=0.5' })
const unreadable = {
  code: 'image-unreadable',
  message: 'The picture could not be read (not an image).',
  externalId: 'P-1',
}

test('without a language, problems are the English sentences of the builder', () => {
  const { failure, warning } = problemTextsFor({})
  expect(failure('guidebook-not-found', 'The guidebook no longer exists.')).toBe('The guidebook no longer exists.')
  expect(warning(unreadable)).toBe('P-1: The picture could not be read (not an image).')
})

test('another language says what the code means, and names the item', () => {
  expect(german.failure('guidebook-not-found', 'x')).toBe('Den Reiseführer der Freigabe gibt es nicht.')
  expect(german.warning(unreadable)).toBe('P-1: Ein Bild konnte nicht gelesen werden. Ein Platzhalter wird gezeigt.')
})

test('an item that does not exist has one text, by its code and by the code of earlier builds', () => {
  for (const code of ['reference-not-found', 'reference-missing']) {
    expect(german.warning({ code, message: 'x', externalId: 'HOTEL' })).toBe(
      'HOTEL: Ein angegebener Inhalt wurde nicht gefunden und weggelassen.',
    )
  }
})

test('a code without a text, and a report from before there were codes, have a general text', () => {
  for (const code of ['new-code', 'constructor', null]) {
    expect(german.failure(code, 'English')).toBe('Die Dokumente konnten nicht erstellt werden.')
  }
  expect(german.warning({ ...unreadable, code: 'new-code', externalId: null })).toBe(
    'Etwas in den Dokumenten ist nicht wie gewünscht.',
  )
})

// cspell:ignore Bild Den Dokumente Dokumenten Die Ein Etwas Freigabe Inhalt Platzhalter Reiseführer angegebener erstellt gefunden gelesen gewünscht gezeigt gibt konnte konnten weggelassen werden wird wie wurde
