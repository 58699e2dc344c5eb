import type { Texts } from '../texts.ts'
import type { en } from './en.ts'

export const de: Texts<typeof en> = {
  'attachment.spreadsheet':
    'Das ist eine Arbeitsmappe, keine CSV-Datei. Speichern Sie die Liste als CSV (UTF-8) und senden Sie diese Datei.',
  'attachment.document':
    'Das ist ein Dokument, keine CSV-Datei. Exportieren Sie die Liste aus dem Buchungssystem als CSV und senden Sie diese Datei.',
  'attachment.unknown-kind':
    'Das ist keine CSV-Datei. Exportieren Sie die Liste aus dem Buchungssystem als CSV und senden Sie diese Datei.',
  'attachment.outlook-container':
    'Outlook hat die Anhänge in winmail.dat verpackt, das nicht gelesen werden kann. Senden Sie die Mail als HTML oder Nur-Text, nicht als Rich-Text.',
  'attachment.archive-unreadable':
    'Das Archiv ist beschädigt oder unvollständig. Packen Sie es neu oder hängen Sie die CSV-Datei an, wie sie ist.',
  'attachment.archive-too-large':
    'Das Archiv enthält zu viele oder zu große Dateien. Hängen Sie die CSV-Dateien an, wie sie sind.',
  'attachment.archive-encrypted':
    'Das Archiv ist mit einem Passwort geschützt. Hängen Sie die CSV-Datei an, wie sie ist, oder packen Sie sie ohne Passwort.',
  'attachment.archive-nested':
    'Dieses Archiv liegt in einem anderen. Hängen Sie die CSV-Datei an, wie sie ist, oder in einem einzigen ZIP-Archiv.',
  'attachment.archive-unsupported':
    'Archive dieser Art werden nicht gelesen. Hängen Sie die CSV-Datei an, wie sie ist, oder in einem ZIP-Archiv.',
  'attachment.archive-without-csv':
    'Das Archiv enthält keine CSV-Datei. Exportieren Sie die Liste als CSV und senden Sie diese Datei.',
  'attachment.old-encoding':
    'Der Anhang ist auf eine Weise kodiert, die nicht mehr üblich ist (uuencode, yEnc oder BinHex). Hängen Sie die Datei an, wie sie ist.',
  'attachment.encrypted':
    'Die Mail ist verschlüsselt oder versiegelt und kann hier nicht gelesen werden. Senden Sie sie unverschlüsselt.',
  'attachment.partial':
    'Das ist nur ein Stück einer geteilten Mail. Senden Sie die Datei in einer einzigen Mail, notfalls als ZIP-Archiv.',
  'attachment.external': 'Die Mail enthält nur einen Verweis auf die Datei. Hängen Sie die Datei selbst an.',
  'attachment.too-many-files': 'Die Mail enthält mehr als 100 CSV-Dateien. Senden Sie sie in mehreren Mails.',
  'attachment.too-complex':
    'Die Mail hat zu viele oder zu tief geschachtelte Teile oder zu lange Kopfzeilen. Senden Sie eine neue Mail mit der Datei im Anhang.',
  'csv.no-text': 'Die Datei ist kein Text: Sie enthält NUL-Zeichen.',
  'csv.unknown-encoding':
    'Die Kodierung der Datei ist nicht zu erkennen: Sie ist weder UTF-8 noch UTF-16 noch Windows-1252. Speichern Sie sie als „CSV UTF-8“.',
  'csv.unknown-delimiter':
    'Die Datei gibt „{declared}“ als Trennzeichen an. Speichern Sie sie mit Strichpunkt, Komma, Tabulator oder senkrechtem Strich zwischen den Zellen.',
  'csv.long-header': 'Die Kopfzeile ist länger als 64 kB.',
  'csv.empty': 'Die Datei ist leer: Sie hat keine Kopfzeile.',
  'csv.repeated-column':
    'Spalten stehen mehr als einmal in der Kopfzeile: {columns}. Lassen Sie jede nur einmal stehen.',
  'csv.open-quote-in-header':
    'Die Datei kann nicht zu Ende gelesen werden: Anführungszeichen, die in der Kopfzeile beginnen, werden nie geschlossen.',
  'csv.open-quote':
    'Die Datei kann nicht zu Ende gelesen werden: Anführungszeichen, die in Zeile {row} beginnen, werden nie geschlossen.',
  'csv.endless-row':
    'Die Datei kann nicht zu Ende gelesen werden: Zeile {row} ist länger als 64 kB, wohl weil Anführungszeichen nie geschlossen werden.',
  'csv.wide-header': 'Die Kopfzeile hat mehr als 16.384 Spalten. Lassen Sie nur die benötigten stehen.',
  'csv.wide-row': 'Zeile {row} hat mehr als 16.384 Zellen. Lassen Sie nur die Spalten stehen, die die Kopfzeile nennt.',
  'csv.broken-quotes':
    'Die Datei kann nicht zu Ende gelesen werden: Bis Zeile {row} haben zu viele Zellen Text hinter dem schließenden Anführungszeichen. Verdoppeln Sie Anführungszeichen in Zellen.',
  'csv.too-many-rows':
    'Die Datei hat mehr als 2.000.000 Zeilen, leere mitgezählt. Teilen Sie sie auf mehrere Dateien auf.',
  'file.no-csv': 'Die Mail enthält keine CSV-Datei.',
  'file.not-set-up': 'Der Import ist für dieses Konto nicht eingerichtet. Wenden Sie sich an unseren Support.',
  'file.nothing-found': 'Es fehlen Spalten: {missing}. Gefunden wurden keine.',
  'file.missing-columns': 'Es fehlen Spalten: {missing}. Gefunden wurden: {found}.',
  'file.same-twice': 'Dieselbe Datei ist zweimal in der Mail; sie wurde einmal gelesen.',
  'file.same-on-day': 'Dieselbe Datei wurde am {day} importiert; es wurde nichts noch einmal getan.',
  'file.same-before': 'Dieselbe Datei wurde schon importiert; es wurde nichts noch einmal getan.',
  'file.given-up':
    'Die Datei konnte nicht zu Ende gelesen werden; unser Support weiß davon. Sie dürfen sie noch einmal senden.',
  'row.too-many-cells':
    'Die Zeile hat mehr Zellen als die Kopfzeile Spalten, sie sind deshalb nicht zuzuordnen. Setzen Sie Zellen, die das Trennzeichen enthalten, in Anführungszeichen.',
  'row.trip-reversed': 'Die Abreise liegt vor der Ankunft.',
  'row.nights-outside': 'Die Nächte dieser Spalte enden am {to}, nach der Abreise am {departure}.',
  'row.hotel-not-found':
    'Kein Eintrag hat diese Kennung, weder als interne Kennung noch als externe in der Bibliothek {library}.',
  'row.code-above': 'Eine Zeile weiter oben hat denselben Download-Code.',
  'row.code-taken': 'Es gibt schon ein Release mit diesem Download-Code.',
  'row.no-answer':
    'Innerhalb von 15 Minuten kam keine Antwort. Das Release kann noch entstehen: Suchen Sie nach dem Download-Code, bevor Sie diese Zeile noch einmal senden.',
  'cell.empty': 'Die Zelle ist leer.',
  'cell.spreadsheet-error':
    'Eine Tabellenkalkulation hat hier statt eines Werts einen Fehler eingesetzt. Berichtigen Sie die Formel oder tragen Sie den Wert ein.',
  'date.not-a-date': 'Das ist kein Datum.',
  'date.ambiguous': 'Tag und Monat sind nicht zu unterscheiden. Schreiben Sie JJJJ-MM-TT.',
  'date.no-such-day': 'Diesen Tag gibt es nicht.',
  'date.short-year': 'Die Jahreszahl hat nur zwei Ziffern. Schreiben Sie alle vier.',
  'date.words': 'Das Datum ist in Worten geschrieben. Schreiben Sie es in Ziffern, als JJJJ-MM-TT.',
  'date.serial-number':
    'Eine Tabellenkalkulation hat dieses Datum in eine Zahl verwandelt. Formatieren Sie die Spalte als Datum.',
  'date.other-format':
    'Das Datum hat nicht die Form, die für Ihre Dateien vereinbart ist. Schreiben Sie es so oder als JJJJ-MM-TT.',
  'date.time-zone':
    'Die Uhrzeit ist die einer anderen Zeitzone, deshalb ist der Tag nicht sicher. Schreiben Sie nur das Datum.',
  'number.not-a-number': 'Das ist keine ganze Zahl.',
  'number.ambiguous':
    'Die drei Nullen können Nachkommastellen oder Tausender sein. Schreiben Sie die Zahl ohne Trennzeichen.',
  'number.scientific':
    'Eine Tabellenkalkulation hat diese Zahl gekürzt (etwa 1,23E+05), Ziffern sind verloren. Formatieren Sie die Spalte als Text.',
  'number.too-large': 'Diese Zahl ist zu groß.',
  'release.code': 'Muss eine ganze Zahl von 1 bis 9007199254740991 sein.',
  'release.language': 'Muss ein Sprachkürzel aus zwei Buchstaben sein, etwa de.',
  'release.devices': 'Muss eine ganze Zahl von 1 bis 9999 sein.',
  'release.day': 'Muss ein Kalendertag sein, JJJJ-MM-TT.',
  'release.too-long': 'Darf höchstens {count} Zeichen haben.',
  'release.code-taken': 'Ein anderes Release des Kontos hat diesen Code.',
  'release.no-guidebook': 'Kein Reiseführer des Kontos hat diese externe Kennung.',
  'release.locked': 'Das Release ist gesperrt.',
  'release.no-poi': 'Kein Ort des Kontos passt zu dieser Angabe.',
  text: '{text}',
}
