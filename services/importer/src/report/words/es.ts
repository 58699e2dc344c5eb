import { phrasebook } from '../phrasebook.ts'
import { es as phrases } from '../phrases/es.ts'
import type { Words } from '../words.ts'

export const es: Words = {
  lang: 'es',
  sentence: phrasebook(phrases),
  report: 'Informe de importación',
  testReport: 'Prueba de importación',
  greeting: (name) => `Hola, ${name}:`,
  counted: {
    created: { one: '{n} creada', other: '{n} creadas' },
    changed: { one: '{n} modificada', other: '{n} modificadas' },
    unchanged: { one: '{n} sin cambios', other: '{n} sin cambios' },
    failed: { one: '{n} fallida', other: '{n} fallidas' },
  },
  filesNotRead: { one: '{n} archivo no leído', other: '{n} archivos no leídos' },
  filesInPart: { one: '{n} archivo leído en parte', other: '{n} archivos leídos en parte' },
  nothing: 'no se importó nada',
  notImported: 'Este archivo no se importó.',
  readInPart: 'Este archivo se leyó solo en parte.',
  empty: 'Este archivo no tiene filas.',
  allGood: {
    one: 'La única fila de este archivo está en orden.',
    other: 'Las {n} filas de este archivo están en orden.',
  },
  test: 'Era una prueba: no se creó ni se modificó nada. Las cifras dicen lo que habría pasado.',
  row: 'Fila',
  column: 'Columna',
  fault: 'Qué falla',
  more: { one: 'y {n} fila más en el archivo adjunto', other: 'y {n} filas más en el archivo adjunto' },
  attached: 'Adjuntamos un archivo solo con las filas fallidas. Corríjalo y envíelo de nuevo.',
  cut: 'Fallaron más filas de las que caben en un correo: el archivo adjunto contiene las primeras, el portal las muestra todas.',
  failedFile: 'filas-fallidas',
  delimiters: { ',': 'coma', ';': 'punto y coma', '\t': 'tabulador', '|': 'barra vertical' },
  datesFoundOut: 'reconocidas por su forma',
  dialect: ({ encoding, delimiter, dateFormat }) =>
    `Leído como ${encoding}, columnas separadas por ${delimiter}, fechas ${dateFormat ?? es.datesFoundOut}.`,
}
