import { phrasebook } from '../phrasebook.ts'
import { fr as phrases } from '../phrases/fr.ts'
import type { Words } from '../words.ts'

export const fr: Words = {
  lang: 'fr',
  sentence: phrasebook(phrases),
  report: 'Rapport d’importation',
  testReport: 'Essai d’importation',
  greeting: (name) => `Bonjour ${name},`,
  counted: {
    created: { one: '{n} créée', other: '{n} créées' },
    changed: { one: '{n} modifiée', other: '{n} modifiées' },
    unchanged: { one: '{n} inchangée', other: '{n} inchangées' },
    failed: { one: '{n} en échec', other: '{n} en échec' },
  },
  filesNotRead: { one: '{n} fichier non lu', other: '{n} fichiers non lus' },
  filesInPart: { one: '{n} fichier lu en partie', other: '{n} fichiers lus en partie' },
  nothing: 'rien n’a été importé',
  notImported: 'Ce fichier n’a pas été importé.',
  readInPart: 'Ce fichier n’a été lu qu’en partie.',
  empty: 'Ce fichier n’a aucune ligne.',
  allGood: { one: 'La seule ligne de ce fichier est en ordre.', other: 'Les {n} lignes de ce fichier sont en ordre.' },
  test: 'C’était un essai : rien n’a été créé ni modifié. Les chiffres disent ce qui se serait passé.',
  row: 'Ligne',
  column: 'Colonne',
  fault: 'Ce qui ne va pas',
  more: { one: 'et {n} autre ligne dans le fichier joint', other: 'et {n} autres lignes dans le fichier joint' },
  attached: 'Le fichier joint ne contient que les lignes en échec. Corrigez-le et renvoyez-le.',
  cut: 'Il y a plus de lignes en échec qu’un courriel n’en peut contenir : le fichier joint contient les premières, le portail les montre toutes.',
  failedFile: 'lignes-en-echec',
  delimiters: { ',': 'une virgule', ';': 'un point-virgule', '\t': 'une tabulation', '|': 'une barre verticale' },
  datesFoundOut: 'reconnues à leur forme',
  dialect: ({ encoding, delimiter, dateFormat }) =>
    `Lu en ${encoding}, colonnes séparées par ${delimiter}, dates ${dateFormat ?? fr.datesFoundOut}.`,
}
