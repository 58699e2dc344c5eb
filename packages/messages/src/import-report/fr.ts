import type { Texts } from '../texts.ts'
import type { en } from './en.ts'

export const fr: Texts<typeof en> = {
  report: 'Rapport d’importation',
  testReport: 'Essai d’importation',
  greeting: 'Bonjour {name},',
  'count.created': '{n, plural, one {# créée} other {# créées}}',
  'count.changed': '{n, plural, one {# modifiée} other {# modifiées}}',
  'count.unchanged': '{n, plural, one {# inchangée} other {# inchangées}}',
  'count.failed': '{n, number} en échec',
  filesNotRead: '{n, plural, one {# fichier non lu} other {# fichiers non lus}}',
  filesInPart: '{n, plural, one {# fichier lu en partie} other {# fichiers lus en partie}}',
  nothing: 'rien n’a été importé',
  notImported: 'Ce fichier n’a pas été importé.',
  readInPart: 'Ce fichier n’a été lu qu’en partie.',
  empty: 'Ce fichier n’a aucune ligne.',
  allGood:
    '{n, plural, one {La seule ligne de ce fichier est en ordre.} other {Les # lignes de ce fichier sont en ordre.}}',
  test: 'C’était un essai : rien n’a été créé ni modifié. Les chiffres disent ce qui se serait passé.',
  row: 'Ligne',
  column: 'Colonne',
  fault: 'Ce qui ne va pas',
  more: '{n, plural, one {et # autre ligne dans le fichier joint} other {et # autres lignes dans le fichier joint}}',
  attached: 'Le fichier joint ne contient que les lignes en échec. Corrigez-le et renvoyez-le.',
  cut: 'Il y a plus de lignes en échec qu’un courriel n’en peut contenir : le fichier joint contient les premières, le portail les montre toutes.',
  failedFile: 'lignes-en-echec',
  'delimiter.comma': 'une virgule',
  'delimiter.semicolon': 'un point-virgule',
  'delimiter.tab': 'une tabulation',
  'delimiter.bar': 'une barre verticale',
  dialect: 'Lu en {encoding}, colonnes séparées par {delimiter}, dates {dates}.',
  datesByForm: 'reconnues à leur forme',
}
