import type { Phrases } from '../phrases.ts'

const spreadsheetError =
  'Una hoja de cálculo ha puesto aquí un error en lugar de un valor. Corrija la fórmula o escriba el valor.'

export const es: Phrases = {
  refusals: {
    spreadsheet: 'Es un libro de cálculo, no un archivo CSV. Guarde la lista como CSV (UTF-8) y envíe ese archivo.',
    document:
      'Es un documento, no un archivo CSV. Exporte la lista del sistema de reservas como CSV y envíe ese archivo.',
    'unknown-kind': 'No es un archivo CSV. Exporte la lista del sistema de reservas como CSV y envíe ese archivo.',
    'outlook-container':
      'Outlook ha metido los adjuntos en winmail.dat, que no se puede leer. Envíe el correo como HTML o texto sin formato, no como texto enriquecido.',
    'archive-unreadable':
      'El archivo comprimido está dañado o incompleto. Vuelva a crearlo o adjunte el archivo CSV tal cual.',
    'archive-too-large':
      'El archivo comprimido contiene demasiados archivos o archivos demasiado grandes. Adjunte los archivos CSV tal cual.',
    'archive-encrypted':
      'El archivo comprimido está protegido con contraseña. Adjunte el archivo CSV tal cual, o comprimido sin contraseña.',
    'archive-nested':
      'Este archivo comprimido está dentro de otro. Adjunte el archivo CSV tal cual, o en un solo archivo ZIP.',
    'archive-unsupported':
      'Los archivos comprimidos de este tipo no se leen. Adjunte el archivo CSV tal cual, o en un archivo ZIP.',
    'archive-without-csv':
      'El archivo comprimido no contiene ningún archivo CSV. Exporte la lista como CSV y envíe ese archivo.',
    'old-encoding':
      'El adjunto está codificado de una forma que ya no se usa (uuencode, yEnc o BinHex). Adjunte el archivo tal cual.',
    encrypted: 'El correo está cifrado o sellado y no se puede leer aquí. Envíelo sin cifrar.',
    partial:
      'Es solo un trozo de un correo dividido. Envíe el archivo en un solo correo, si hace falta como archivo ZIP.',
    external: 'El correo solo contiene un enlace al archivo. Adjunte el archivo mismo.',
    'too-many-files': 'El correo contiene más de 100 archivos CSV. Envíelos en varios correos.',
    'too-complex':
      'El correo tiene demasiadas partes, partes demasiado anidadas o encabezados demasiado largos. Envíe un correo nuevo con el archivo adjunto.',
  },
  unreadable: {
    'no-text': 'El archivo no es un texto: contiene caracteres NUL.',
    'unknown-encoding':
      'No se reconoce la codificación del archivo: no es UTF-8, ni UTF-16, ni Windows-1252. Guárdelo como «CSV UTF-8».',
    'unknown-delimiter':
      'El archivo declara «{declared}» como separador. Guárdelo con punto y coma, coma, tabulador o barra vertical entre las celdas.',
    'long-header': 'La fila de encabezado supera los 64 kB.',
    empty: 'El archivo está vacío: no tiene fila de encabezado.',
    'repeated-column': 'El encabezado tiene más de una vez una columna: {columns}. Deje una sola de cada una.',
    'open-quote-in-header':
      'El archivo no se puede leer hasta el final: unas comillas abiertas en el encabezado no se cierran nunca.',
    'open-quote':
      'El archivo no se puede leer hasta el final: unas comillas abiertas en la fila {row} no se cierran nunca.',
    'endless-row':
      'El archivo no se puede leer hasta el final: la fila {row} supera 64 kB, probablemente porque unas comillas no se cierran nunca.',
    'wide-header': 'El encabezado tiene más de 16.384 columnas. Deje solo las necesarias.',
    'wide-row': 'La fila {row} tiene más de 16.384 celdas. Deje solo las columnas que nombra el encabezado.',
    'broken-quotes':
      'El archivo no se puede leer hasta el final: hasta la fila {row}, demasiadas celdas tienen texto después de las comillas de cierre. Duplique las comillas dentro de las celdas.',
    'too-many-rows': 'El archivo tiene más de 2.000.000 de filas, incluidas las vacías. Divídalo en varios archivos.',
  },
  files: {
    'no-csv': 'El correo no contiene ningún archivo CSV.',
    'not-set-up': 'La importación no está configurada para esta cuenta. Diríjase a nuestro servicio de asistencia.',
    'nothing-found': 'Faltan columnas: {missing}. No se encontró ninguna.',
    'missing-columns': 'Faltan columnas: {missing}. Se encontraron: {found}.',
    'same-twice': 'El mismo archivo está dos veces en el correo; se leyó una vez.',
    'same-on-day': 'El mismo archivo se importó el {day}; no se repitió nada.',
    'same-before': 'El mismo archivo ya se había importado; no se repitió nada.',
    'given-up':
      'El archivo no se pudo leer hasta el final; nuestro servicio de asistencia está avisado. Puede enviarlo de nuevo.',
  },
  shapes: {
    'too-many-cells':
      'La fila tiene más celdas que columnas el encabezado, así que no se pueden distinguir. Ponga entre comillas las celdas que contienen el separador.',
  },
  rows: {
    'empty-cell': 'La celda está vacía.',
    reversed: 'La salida es anterior a la llegada.',
    'nights-outside': 'Las noches de esta columna terminan el {to}, después de la salida el {departure}.',
    'no-such-hotel': 'Ningún elemento tiene este identificador, ni interno ni externo en la biblioteca {library}.',
    'code-above': 'Una fila anterior tiene el mismo código de descarga.',
    'code-taken': 'Ya existe una release con este código de descarga.',
    'no-answer':
      'No hubo respuesta en 15 minutos. La release aún puede crearse: busque su código de descarga antes de enviar de nuevo esta fila.',
  },
  dates: {
    'not-a-date': 'No es una fecha.',
    ambiguous: 'No se distinguen el día y el mes. Escriba AAAA-MM-DD.',
    'no-such-day': 'Ese día no existe.',
    'short-year': 'El año tiene dos cifras. Escriba las cuatro.',
    words: 'La fecha está escrita con palabras. Escríbala en cifras, AAAA-MM-DD.',
    'serial-number': 'Una hoja de cálculo ha convertido esta fecha en un número. Dé a la columna formato de fecha.',
    'other-format': 'La fecha no tiene la forma acordada para sus archivos. Escríbala así o AAAA-MM-DD.',
    'time-zone': 'La hora es de otro huso horario, así que el día no es seguro. Escriba solo la fecha.',
    'spreadsheet-error': spreadsheetError,
  },
  numbers: {
    'not-a-number': 'No es un número entero.',
    ambiguous: 'Los tres ceros pueden ser decimales o millares. Escriba el número sin separadores.',
    scientific:
      'Una hoja de cálculo ha abreviado este número (como 1,23E+05) y se han perdido cifras. Dé a la columna formato de texto.',
    'too-large': 'Este número es demasiado grande.',
    'spreadsheet-error': spreadsheetError,
  },
  releases: {
    code: 'Debe ser un número entero de 1 a 9007199254740991.',
    language: 'Debe ser un código de idioma de dos letras, como es.',
    devices: 'Debe ser un número entero de 1 a 9999.',
    day: 'Debe ser un día del calendario, AAAA-MM-DD.',
    'too-long': 'Debe tener {count} caracteres como máximo.',
    'code-taken': 'Otra release de la cuenta tiene este código.',
    'no-guidebook': 'Ninguna guía de la cuenta tiene este identificador externo.',
    locked: 'La release está bloqueada.',
    'outside-period': 'Debe estar dentro del periodo de la release, del {start} al {end}.',
    'period-reversed': 'El último día es anterior al primero.',
    'no-poi': 'Ningún lugar de la cuenta corresponde a esta referencia.',
  },
}
