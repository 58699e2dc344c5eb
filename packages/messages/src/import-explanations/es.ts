import type { Texts } from '../texts.ts'
import type { en } from './en.ts'

export const es: Texts<typeof en> = {
  'attachment.spreadsheet':
    'Es un libro de cálculo, no un archivo CSV. Guarde la lista como CSV (UTF-8) y envíe ese archivo.',
  'attachment.document':
    'Es un documento, no un archivo CSV. Exporte la lista del sistema de reservas como CSV y envíe ese archivo.',
  'attachment.unknown-kind':
    'No es un archivo CSV. Exporte la lista del sistema de reservas como CSV y envíe ese archivo.',
  'attachment.outlook-container':
    'Outlook ha metido los adjuntos en winmail.dat, que no se puede leer. Envíe el correo como HTML o texto sin formato, no como texto enriquecido.',
  'attachment.archive-unreadable':
    'El archivo comprimido está dañado o incompleto. Vuelva a crearlo o adjunte el archivo CSV tal cual.',
  'attachment.archive-too-large':
    'El archivo comprimido contiene demasiados archivos o archivos demasiado grandes. Adjunte los archivos CSV tal cual.',
  'attachment.archive-encrypted':
    'El archivo comprimido está protegido con contraseña. Adjunte el archivo CSV tal cual, o comprimido sin contraseña.',
  'attachment.archive-nested':
    'Este archivo comprimido está dentro de otro. Adjunte el archivo CSV tal cual, o en un solo archivo ZIP.',
  'attachment.archive-unsupported':
    'Los archivos comprimidos de este tipo no se leen. Adjunte el archivo CSV tal cual, o en un archivo ZIP.',
  'attachment.archive-without-csv':
    'El archivo comprimido no contiene ningún archivo CSV. Exporte la lista como CSV y envíe ese archivo.',
  'attachment.old-encoding':
    'El adjunto está codificado de una forma que ya no se usa (uuencode, yEnc o BinHex). Adjunte el archivo tal cual.',
  'attachment.encrypted': 'El correo está cifrado o sellado y no se puede leer aquí. Envíelo sin cifrar.',
  'attachment.partial':
    'Es solo un trozo de un correo dividido. Envíe el archivo en un solo correo, si hace falta como archivo ZIP.',
  'attachment.external': 'El correo solo contiene un enlace al archivo. Adjunte el archivo mismo.',
  'attachment.too-many-files': 'El correo contiene más de 100 archivos CSV. Envíelos en varios correos.',
  'attachment.too-complex':
    'El correo tiene demasiadas partes, partes demasiado anidadas o encabezados demasiado largos. Envíe un correo nuevo con el archivo adjunto.',
  'csv.no-text': 'El archivo no es un texto: contiene caracteres NUL.',
  'csv.unknown-encoding':
    'No se reconoce la codificación del archivo: no es UTF-8, ni UTF-16, ni Windows-1252. Guárdelo como «CSV UTF-8».',
  'csv.unknown-delimiter':
    'El archivo declara «{declared}» como separador. Guárdelo con punto y coma, coma, tabulador o barra vertical entre las celdas.',
  'csv.long-header': 'La fila de encabezado supera los 64 kB.',
  'csv.empty': 'El archivo está vacío: no tiene fila de encabezado.',
  'csv.repeated-column': 'El encabezado tiene más de una vez una columna: {columns}. Deje una sola de cada una.',
  'csv.open-quote-in-header':
    'El archivo no se puede leer hasta el final: unas comillas abiertas en el encabezado no se cierran nunca.',
  'csv.open-quote':
    'El archivo no se puede leer hasta el final: unas comillas abiertas en la fila {row} no se cierran nunca.',
  'csv.endless-row':
    'El archivo no se puede leer hasta el final: la fila {row} supera 64 kB, probablemente porque unas comillas no se cierran nunca.',
  'csv.wide-header': 'El encabezado tiene más de 16.384 columnas. Deje solo las necesarias.',
  'csv.wide-row': 'La fila {row} tiene más de 16.384 celdas. Deje solo las columnas que nombra el encabezado.',
  'csv.broken-quotes':
    'El archivo no se puede leer hasta el final: hasta la fila {row}, demasiadas celdas tienen texto después de las comillas de cierre. Duplique las comillas dentro de las celdas.',
  'csv.too-many-rows': 'El archivo tiene más de 2.000.000 de filas, incluidas las vacías. Divídalo en varios archivos.',
  'file.no-csv': 'El correo no contiene ningún archivo CSV.',
  'file.not-set-up': 'La importación no está configurada para esta cuenta. Diríjase a nuestro servicio de asistencia.',
  'file.nothing-found': 'Faltan columnas: {missing}. No se encontró ninguna.',
  'file.missing-columns': 'Faltan columnas: {missing}. Se encontraron: {found}.',
  'file.same-twice': 'El mismo archivo está dos veces en el correo; se leyó una vez.',
  'file.same-on-day': 'El mismo archivo se importó el {day}; no se repitió nada.',
  'file.same-before': 'El mismo archivo ya se había importado; no se repitió nada.',
  'file.given-up':
    'El archivo no se pudo leer hasta el final; nuestro servicio de asistencia está avisado. Puede enviarlo de nuevo.',
  'row.too-many-cells':
    'La fila tiene más celdas que columnas el encabezado, así que no se pueden distinguir. Ponga entre comillas las celdas que contienen el separador.',
  'row.trip-reversed': 'La salida es anterior a la llegada.',
  'row.nights-outside': 'Las noches de esta columna terminan el {to}, después de la salida el {departure}.',
  'row.hotel-not-found': 'Ningún elemento tiene este identificador, ni interno ni externo en la biblioteca {library}.',
  'row.code-above': 'Una fila anterior tiene el mismo código de descarga.',
  'row.code-taken': 'Ya existe una release con este código de descarga.',
  'row.no-answer':
    'No hubo respuesta en 15 minutos. La release aún puede crearse: busque su código de descarga antes de enviar de nuevo esta fila.',
  'cell.empty': 'La celda está vacía.',
  'cell.spreadsheet-error':
    'Una hoja de cálculo ha puesto aquí un error en lugar de un valor. Corrija la fórmula o escriba el valor.',
  'date.not-a-date': 'No es una fecha.',
  'date.ambiguous': 'No se distinguen el día y el mes. Escriba AAAA-MM-DD.',
  'date.no-such-day': 'Ese día no existe.',
  'date.short-year': 'El año tiene dos cifras. Escriba las cuatro.',
  'date.words': 'La fecha está escrita con palabras. Escríbala en cifras, AAAA-MM-DD.',
  'date.serial-number': 'Una hoja de cálculo ha convertido esta fecha en un número. Dé a la columna formato de fecha.',
  'date.other-format': 'La fecha no tiene la forma acordada para sus archivos. Escríbala así o AAAA-MM-DD.',
  'date.time-zone': 'La hora es de otro huso horario, así que el día no es seguro. Escriba solo la fecha.',
  'number.not-a-number': 'No es un número entero.',
  'number.ambiguous': 'Los tres ceros pueden ser decimales o millares. Escriba el número sin separadores.',
  'number.scientific':
    'Una hoja de cálculo ha abreviado este número (como 1,23E+05) y se han perdido cifras. Dé a la columna formato de texto.',
  'number.too-large': 'Este número es demasiado grande.',
  'release.code': 'Debe ser un número entero de 1 a 9007199254740991.',
  'release.language': 'Debe ser un código de idioma de dos letras, como es.',
  'release.devices': 'Debe ser un número entero de 1 a 9999.',
  'release.day': 'Debe ser un día del calendario, AAAA-MM-DD.',
  'release.too-long': 'Debe tener {count} caracteres como máximo.',
  'release.code-taken': 'Otra release de la cuenta tiene este código.',
  'release.no-guidebook': 'Ninguna guía de la cuenta tiene este identificador externo.',
  'release.locked': 'La release está bloqueada.',
  'release.no-poi': 'Ningún lugar de la cuenta corresponde a esta referencia.',
  text: '{text}',
}
