import type { Phrases } from '../phrases.ts'

const spreadsheetError =
  'Eine Tabellenkalkulation hat hier statt eines Werts einen Fehler eingesetzt. Berichtigen Sie die Formel oder tragen Sie den Wert ein.'

export const de: Phrases = {
  refusals: {
    spreadsheet:
      'Das ist eine Arbeitsmappe, keine CSV-Datei. Speichern Sie die Liste als CSV (UTF-8) und senden Sie diese Datei.',
    document:
      'Das ist ein Dokument, keine CSV-Datei. Exportieren Sie die Liste aus dem Buchungssystem als CSV und senden Sie diese Datei.',
    'unknown-kind':
      'Das ist keine CSV-Datei. Exportieren Sie die Liste aus dem Buchungssystem als CSV und senden Sie diese Datei.',
    'outlook-container':
      'Outlook hat die Anhänge in winmail.dat verpackt, das nicht gelesen werden kann. Senden Sie die Mail als HTML oder Nur-Text, nicht als Rich-Text.',
    'archive-unreadable':
      'Das Archiv ist beschädigt oder unvollständig. Packen Sie es neu oder hängen Sie die CSV-Datei an, wie sie ist.',
    'archive-too-large':
      'Das Archiv enthält zu viele oder zu große Dateien. Hängen Sie die CSV-Dateien an, wie sie sind.',
    'archive-encrypted':
      'Das Archiv ist mit einem Passwort geschützt. Hängen Sie die CSV-Datei an, wie sie ist, oder packen Sie sie ohne Passwort.',
    'archive-nested':
      'Dieses Archiv liegt in einem anderen. Hängen Sie die CSV-Datei an, wie sie ist, oder in einem einzigen ZIP-Archiv.',
    'archive-unsupported':
      'Archive dieser Art werden nicht gelesen. Hängen Sie die CSV-Datei an, wie sie ist, oder in einem ZIP-Archiv.',
    'archive-without-csv':
      'Das Archiv enthält keine CSV-Datei. Exportieren Sie die Liste als CSV und senden Sie diese Datei.',
    'old-encoding':
      'Der Anhang ist auf eine Weise kodiert, die nicht mehr üblich ist (uuencode, yEnc oder BinHex). Hängen Sie die Datei an, wie sie ist.',
    encrypted:
      'Die Mail ist verschlüsselt oder versiegelt und kann hier nicht gelesen werden. Senden Sie sie unverschlüsselt.',
    partial:
      'Das ist nur ein Stück einer geteilten Mail. Senden Sie die Datei in einer einzigen Mail, notfalls als ZIP-Archiv.',
    external: 'Die Mail enthält nur einen Verweis auf die Datei. Hängen Sie die Datei selbst an.',
    'too-many-files': 'Die Mail enthält mehr als 100 CSV-Dateien. Senden Sie sie in mehreren Mails.',
    'too-complex':
      'Die Mail hat zu viele oder zu tief geschachtelte Teile oder zu lange Kopfzeilen. Senden Sie eine neue Mail mit der Datei im Anhang.',
  },
  unreadable: {
    'no-text': 'Die Datei ist kein Text: Sie enthält NUL-Zeichen.',
    'unknown-encoding':
      'Die Kodierung der Datei ist nicht zu erkennen: Sie ist weder UTF-8 noch UTF-16 noch Windows-1252. Speichern Sie sie als „CSV UTF-8“.',
    'unknown-delimiter':
      'Die Datei gibt „{declared}“ als Trennzeichen an. Speichern Sie sie mit Strichpunkt, Komma, Tabulator oder senkrechtem Strich zwischen den Zellen.',
    'long-header': 'Die Kopfzeile ist länger als 64 kB.',
    empty: 'Die Datei ist leer: Sie hat keine Kopfzeile.',
    'repeated-column': 'Spalten stehen mehr als einmal in der Kopfzeile: {columns}. Lassen Sie jede nur einmal stehen.',
    'open-quote-in-header':
      'Die Datei kann nicht zu Ende gelesen werden: Anführungszeichen, die in der Kopfzeile beginnen, werden nie geschlossen.',
    'open-quote':
      'Die Datei kann nicht zu Ende gelesen werden: Anführungszeichen, die in Zeile {row} beginnen, werden nie geschlossen.',
    'endless-row':
      'Die Datei kann nicht zu Ende gelesen werden: Zeile {row} ist länger als 64 kB, wohl weil Anführungszeichen nie geschlossen werden.',
    'wide-header': 'Die Kopfzeile hat mehr als 16.384 Spalten. Lassen Sie nur die benötigten stehen.',
    'wide-row': 'Zeile {row} hat mehr als 16.384 Zellen. Lassen Sie nur die Spalten stehen, die die Kopfzeile nennt.',
    'broken-quotes':
      'Die Datei kann nicht zu Ende gelesen werden: Bis Zeile {row} haben zu viele Zellen Text hinter dem schließenden Anführungszeichen. Verdoppeln Sie Anführungszeichen in Zellen.',
    'too-many-rows':
      'Die Datei hat mehr als 2.000.000 Zeilen, leere mitgezählt. Teilen Sie sie auf mehrere Dateien auf.',
  },
  files: {
    'no-csv': 'Die Mail enthält keine CSV-Datei.',
    'not-set-up': 'Der Import ist für dieses Konto nicht eingerichtet. Wenden Sie sich an unseren Support.',
    'nothing-found': 'Es fehlen Spalten: {missing}. Gefunden wurden keine.',
    'missing-columns': 'Es fehlen Spalten: {missing}. Gefunden wurden: {found}.',
    'same-twice': 'Dieselbe Datei ist zweimal in der Mail; sie wurde einmal gelesen.',
    'same-on-day': 'Dieselbe Datei wurde am {day} importiert; es wurde nichts noch einmal getan.',
    'same-before': 'Dieselbe Datei wurde schon importiert; es wurde nichts noch einmal getan.',
    'given-up':
      'Die Datei konnte nicht zu Ende gelesen werden; unser Support weiß davon. Sie dürfen sie noch einmal senden.',
  },
  shapes: {
    'too-many-cells':
      'Die Zeile hat mehr Zellen als die Kopfzeile Spalten, sie sind deshalb nicht zuzuordnen. Setzen Sie Zellen, die das Trennzeichen enthalten, in Anführungszeichen.',
  },
  rows: {
    'empty-cell': 'Die Zelle ist leer.',
    reversed: 'Die Abreise liegt vor der Ankunft.',
    'nights-outside': 'Die Nächte dieser Spalte enden am {to}, nach der Abreise am {departure}.',
    'no-such-hotel':
      'Kein Eintrag hat diese Kennung, weder als interne Kennung noch als externe in der Bibliothek {library}.',
    'code-above': 'Eine Zeile weiter oben hat denselben Download-Code.',
    'code-taken': 'Es gibt schon ein Release mit diesem Download-Code.',
    'no-answer':
      'Innerhalb von 15 Minuten kam keine Antwort. Das Release kann noch entstehen: Suchen Sie nach dem Download-Code, bevor Sie diese Zeile noch einmal senden.',
  },
  dates: {
    'not-a-date': 'Das ist kein Datum.',
    ambiguous: 'Tag und Monat sind nicht zu unterscheiden. Schreiben Sie JJJJ-MM-TT.',
    'no-such-day': 'Diesen Tag gibt es nicht.',
    'short-year': 'Die Jahreszahl hat nur zwei Ziffern. Schreiben Sie alle vier.',
    words: 'Das Datum ist in Worten geschrieben. Schreiben Sie es in Ziffern, als JJJJ-MM-TT.',
    'serial-number':
      'Eine Tabellenkalkulation hat dieses Datum in eine Zahl verwandelt. Formatieren Sie die Spalte als Datum.',
    'other-format':
      'Das Datum hat nicht die Form, die für Ihre Dateien vereinbart ist. Schreiben Sie es so oder als JJJJ-MM-TT.',
    'time-zone':
      'Die Uhrzeit ist die einer anderen Zeitzone, deshalb ist der Tag nicht sicher. Schreiben Sie nur das Datum.',
    'spreadsheet-error': spreadsheetError,
  },
  numbers: {
    'not-a-number': 'Das ist keine ganze Zahl.',
    ambiguous: 'Die drei Nullen können Nachkommastellen oder Tausender sein. Schreiben Sie die Zahl ohne Trennzeichen.',
    scientific:
      'Eine Tabellenkalkulation hat diese Zahl gekürzt (etwa 1,23E+05), Ziffern sind verloren. Formatieren Sie die Spalte als Text.',
    'too-large': 'Diese Zahl ist zu groß.',
    'spreadsheet-error': spreadsheetError,
  },
  releases: {
    code: 'Muss eine ganze Zahl von 1 bis 9007199254740991 sein.',
    language: 'Muss ein Sprachkürzel aus zwei Buchstaben sein, etwa de.',
    devices: 'Muss eine ganze Zahl von 1 bis 9999 sein.',
    day: 'Muss ein Kalendertag sein, JJJJ-MM-TT.',
    'too-long': 'Darf höchstens {count} Zeichen haben.',
    'code-taken': 'Ein anderes Release des Kontos hat diesen Code.',
    'no-guidebook': 'Kein Reiseführer des Kontos hat diese externe Kennung.',
    locked: 'Das Release ist gesperrt.',
    'outside-period': 'Muss im Zeitraum des Release liegen, {start} bis {end}.',
    'period-reversed': 'Der letzte Tag liegt vor dem ersten.',
    'no-poi': 'Kein Ort des Kontos passt zu dieser Angabe.',
  },
}
