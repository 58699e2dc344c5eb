import type { Texts } from '../texts.ts'
import type { en } from './en.ts'

export const es: Texts<typeof en> = {
  report: 'Informe de importación',
  testReport: 'Prueba de importación',
  greeting: 'Hola, {name}:',
  'count.created': '{n, plural, one {# creada} other {# creadas}}',
  'count.changed': '{n, plural, one {# modificada} other {# modificadas}}',
  'count.unchanged': '{n, number} sin cambios',
  'count.failed': '{n, plural, one {# fallida} other {# fallidas}}',
  filesNotRead: '{n, plural, one {# archivo no leído} other {# archivos no leídos}}',
  filesInPart: '{n, plural, one {# archivo leído en parte} other {# archivos leídos en parte}}',
  nothing: 'no se importó nada',
  notImported: 'Este archivo no se importó.',
  readInPart: 'Este archivo se leyó solo en parte.',
  empty: 'Este archivo no tiene filas.',
  allGood:
    '{n, plural, one {La única fila de este archivo está en orden.} other {Las # filas de este archivo están en orden.}}',
  test: 'Era una prueba: no se creó ni se modificó nada. Las cifras dicen lo que habría pasado.',
  row: 'Fila',
  column: 'Columna',
  fault: 'Qué falla',
  more: '{n, plural, one {y # fila más en el archivo adjunto} other {y # filas más en el archivo adjunto}}',
  attached: 'Adjuntamos un archivo solo con las filas fallidas. Corríjalo y envíelo de nuevo.',
  cut: 'Fallaron más filas de las que caben en un correo: el archivo adjunto contiene las primeras, el portal las muestra todas.',
  failedFile: 'filas-fallidas',
  'delimiter.comma': 'coma',
  'delimiter.semicolon': 'punto y coma',
  'delimiter.tab': 'tabulador',
  'delimiter.bar': 'barra vertical',
  dialect: 'Leído como {encoding}, columnas separadas por {delimiter}, fechas {dates}.',
  datesByForm: 'reconocidas por su forma',
}
