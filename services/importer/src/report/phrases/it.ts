import type { Phrases } from '../phrases.ts'

const spreadsheetError =
  'Un foglio di calcolo ha messo qui un errore al posto di un valore. Correggete la formula o scrivete il valore.'

export const it: Phrases = {
  refusals: {
    spreadsheet: 'È una cartella di lavoro, non un file CSV. Salvate l’elenco come CSV (UTF-8) e inviate quel file.',
    document:
      'È un documento, non un file CSV. Esportate l’elenco dal sistema di prenotazione come CSV e inviate quel file.',
    'unknown-kind': 'Non è un file CSV. Esportate l’elenco dal sistema di prenotazione come CSV e inviate quel file.',
    'outlook-container':
      'Outlook ha messo gli allegati in winmail.dat, che non si può leggere. Inviate la mail come HTML o testo semplice, non come RTF.',
    'archive-unreadable': 'L’archivio è danneggiato o incompleto. Createlo di nuovo o allegate il file CSV così com’è.',
    'archive-too-large': 'L’archivio contiene troppi file o file troppo grandi. Allegate i file CSV così come sono.',
    'archive-encrypted':
      'L’archivio è protetto da una password. Allegate il file CSV così com’è, o in un archivio senza password.',
    'archive-nested':
      'Questo archivio si trova dentro un altro. Allegate il file CSV così com’è, o in un solo archivio ZIP.',
    'archive-unsupported':
      'Gli archivi di questo tipo non vengono letti. Allegate il file CSV così com’è, o in un archivio ZIP.',
    'archive-without-csv': 'L’archivio non contiene alcun file CSV. Esportate l’elenco come CSV e inviate quel file.',
    'old-encoding':
      'L’allegato è codificato in un modo non più in uso (uuencode, yEnc o BinHex). Allegate il file così com’è.',
    encrypted: 'La mail è cifrata o sigillata e qui non si può leggere. Inviatela senza cifratura.',
    partial: 'È solo un pezzo di una mail divisa. Inviate il file in una sola mail, se occorre in un archivio ZIP.',
    external: 'La mail contiene solo un collegamento al file. Allegate il file stesso.',
    'too-many-files': 'La mail contiene più di 100 file CSV. Inviateli in più mail.',
    'too-complex':
      'La mail ha troppe parti, parti troppo annidate o intestazioni troppo lunghe. Inviate una nuova mail con il file allegato.',
  },
  unreadable: {
    'no-text': 'Il file non è un testo: contiene caratteri NUL.',
    'unknown-encoding':
      'La codifica del file non si riconosce: non è né UTF-8 né UTF-16 né Windows-1252. Salvatelo come «CSV UTF-8».',
    'unknown-delimiter':
      'Il file dichiara «{declared}» come separatore. Salvatelo con punto e virgola, virgola, tabulazione o barra verticale tra le celle.',
    'long-header': 'La riga d’intestazione supera i 64 kB.',
    empty: 'Il file è vuoto: non ha una riga d’intestazione.',
    'repeated-column': 'L’intestazione ha più di una volta una colonna: {columns}. Lasciatene una sola di ciascuna.',
    'open-quote-in-header':
      'Il file non si può leggere fino alla fine: le virgolette aperte nell’intestazione non vengono mai chiuse.',
    'open-quote':
      'Il file non si può leggere fino alla fine: le virgolette aperte nella riga {row} non vengono mai chiuse.',
    'endless-row':
      'Il file non si può leggere fino alla fine: la riga {row} supera 64 kB, probabilmente perché delle virgolette non vengono mai chiuse.',
    'wide-header': 'L’intestazione ha più di 16.384 colonne. Lasciate solo quelle necessarie.',
    'wide-row': 'La riga {row} ha più di 16.384 celle. Lasciate solo le colonne nominate nell’intestazione.',
    'broken-quotes':
      'Il file non si può leggere fino alla fine: fino alla riga {row}, troppe celle hanno testo dopo le virgolette di chiusura. Raddoppiate le virgolette all’interno delle celle.',
    'too-many-rows': 'Il file ha più di 2.000.000 di righe, comprese quelle vuote. Dividetelo in più file.',
  },
  files: {
    'no-csv': 'La mail non contiene alcun file CSV.',
    'not-set-up': 'L’importazione non è configurata per questo account. Rivolgetevi alla nostra assistenza.',
    'nothing-found': 'Mancano colonne: {missing}. Non ne è stata trovata nessuna.',
    'missing-columns': 'Mancano colonne: {missing}. Sono state trovate: {found}.',
    'same-twice': 'Lo stesso file è due volte nella mail; è stato letto una volta.',
    'same-on-day': 'Lo stesso file è stato importato il {day}; nulla è stato rifatto.',
    'same-before': 'Lo stesso file è già stato importato; nulla è stato rifatto.',
    'given-up':
      'Il file non si è potuto leggere fino alla fine; la nostra assistenza è avvisata. Potete inviarlo di nuovo.',
  },
  shapes: {
    'too-many-cells':
      'La riga ha più celle di quante colonne ha l’intestazione: non si possono distinguere. Mettete tra virgolette le celle che contengono il separatore.',
  },
  rows: {
    'empty-cell': 'La cella è vuota.',
    reversed: 'La partenza è prima dell’arrivo.',
    'nights-outside': 'Le notti di questa colonna finiscono il {to}, dopo la partenza il {departure}.',
    'no-such-hotel': 'Nessun elemento ha questo identificativo, né interno né esterno nella libreria {library}.',
    'code-above': 'Una riga più in alto ha lo stesso codice di download.',
    'code-taken': 'Esiste già una release con questo codice di download.',
    'no-answer':
      'Nessuna risposta entro 15 minuti. La release può ancora essere creata: cercate il suo codice di download prima di inviare di nuovo questa riga.',
  },
  dates: {
    'not-a-date': 'Non è una data.',
    ambiguous: 'Giorno e mese non si distinguono. Scrivete AAAA-MM-GG.',
    'no-such-day': 'Questo giorno non esiste.',
    'short-year': 'L’anno ha due cifre. Scrivetele tutte e quattro.',
    words: 'La data è scritta a parole. Scrivetela in cifre, AAAA-MM-GG.',
    'serial-number': 'Un foglio di calcolo ha trasformato questa data in un numero. Date alla colonna il formato data.',
    'other-format': 'La data non ha la forma concordata per i vostri file. Scrivetela così o AAAA-MM-GG.',
    'time-zone': 'L’ora è quella di un altro fuso: il giorno non è certo. Scrivete solo la data.',
    'spreadsheet-error': spreadsheetError,
  },
  numbers: {
    'not-a-number': 'Non è un numero intero.',
    ambiguous: 'I tre zeri possono essere decimali o migliaia. Scrivete il numero senza separatori.',
    scientific:
      'Un foglio di calcolo ha abbreviato questo numero (come 1,23E+05) e delle cifre sono perse. Date alla colonna il formato testo.',
    'too-large': 'Questo numero è troppo grande.',
    'spreadsheet-error': spreadsheetError,
  },
  releases: {
    code: 'Deve essere un numero intero da 1 a 9007199254740991.',
    language: 'Deve essere un codice di lingua di due lettere, come it.',
    devices: 'Deve essere un numero intero da 1 a 9999.',
    day: 'Deve essere un giorno del calendario, AAAA-MM-GG.',
    'too-long': 'Deve avere al massimo {count} caratteri.',
    'code-taken': 'Un’altra release dell’account ha questo codice.',
    'no-guidebook': 'Nessuna guida dell’account ha questo identificativo esterno.',
    locked: 'La release è bloccata.',
    'outside-period': 'Deve essere nel periodo della release, dal {start} al {end}.',
    'period-reversed': 'L’ultimo giorno è prima del primo.',
    'no-poi': 'Nessun luogo dell’account corrisponde a questo riferimento.',
  },
}
