import type { Texts } from '../texts.ts'
import type { en } from './en.ts'

export const it: Texts<typeof en> = {
  'attachment.spreadsheet':
    'È una cartella di lavoro, non un file CSV. Salvate l’elenco come CSV (UTF-8) e inviate quel file.',
  'attachment.document':
    'È un documento, non un file CSV. Esportate l’elenco dal sistema di prenotazione come CSV e inviate quel file.',
  'attachment.unknown-kind':
    'Non è un file CSV. Esportate l’elenco dal sistema di prenotazione come CSV e inviate quel file.',
  'attachment.outlook-container':
    'Outlook ha messo gli allegati in winmail.dat, che non si può leggere. Inviate la mail come HTML o testo semplice, non come RTF.',
  'attachment.archive-unreadable':
    'L’archivio è danneggiato o incompleto. Createlo di nuovo o allegate il file CSV così com’è.',
  'attachment.archive-too-large':
    'L’archivio contiene troppi file o file troppo grandi. Allegate i file CSV così come sono.',
  'attachment.archive-encrypted':
    'L’archivio è protetto da una password. Allegate il file CSV così com’è, o in un archivio senza password.',
  'attachment.archive-nested':
    'Questo archivio si trova dentro un altro. Allegate il file CSV così com’è, o in un solo archivio ZIP.',
  'attachment.archive-unsupported':
    'Gli archivi di questo tipo non vengono letti. Allegate il file CSV così com’è, o in un archivio ZIP.',
  'attachment.archive-without-csv':
    'L’archivio non contiene alcun file CSV. Esportate l’elenco come CSV e inviate quel file.',
  'attachment.old-encoding':
    'L’allegato è codificato in un modo non più in uso (uuencode, yEnc o BinHex). Allegate il file così com’è.',
  'attachment.encrypted': 'La mail è cifrata o sigillata e qui non si può leggere. Inviatela senza cifratura.',
  'attachment.partial':
    'È solo un pezzo di una mail divisa. Inviate il file in una sola mail, se occorre in un archivio ZIP.',
  'attachment.external': 'La mail contiene solo un collegamento al file. Allegate il file stesso.',
  'attachment.too-many-files': 'La mail contiene più di 100 file CSV. Inviateli in più mail.',
  'attachment.too-complex':
    'La mail ha troppe parti, parti troppo annidate o intestazioni troppo lunghe. Inviate una nuova mail con il file allegato.',
  'csv.no-text': 'Il file non è un testo: contiene caratteri NUL.',
  'csv.unknown-encoding':
    'La codifica del file non si riconosce: non è né UTF-8 né UTF-16 né Windows-1252. Salvatelo come «CSV UTF-8».',
  'csv.unknown-delimiter':
    'Il file dichiara «{declared}» come separatore. Salvatelo con punto e virgola, virgola, tabulazione o barra verticale tra le celle.',
  'csv.long-header': 'La riga d’intestazione supera i 64 kB.',
  'csv.empty': 'Il file è vuoto: non ha una riga d’intestazione.',
  'csv.repeated-column': 'L’intestazione ha più di una volta una colonna: {columns}. Lasciatene una sola di ciascuna.',
  'csv.open-quote-in-header':
    'Il file non si può leggere fino alla fine: le virgolette aperte nell’intestazione non vengono mai chiuse.',
  'csv.open-quote':
    'Il file non si può leggere fino alla fine: le virgolette aperte nella riga {row} non vengono mai chiuse.',
  'csv.endless-row':
    'Il file non si può leggere fino alla fine: la riga {row} supera 64 kB, probabilmente perché delle virgolette non vengono mai chiuse.',
  'csv.wide-header': 'L’intestazione ha più di 16.384 colonne. Lasciate solo quelle necessarie.',
  'csv.wide-row': 'La riga {row} ha più di 16.384 celle. Lasciate solo le colonne nominate nell’intestazione.',
  'csv.broken-quotes':
    'Il file non si può leggere fino alla fine: fino alla riga {row}, troppe celle hanno testo dopo le virgolette di chiusura. Raddoppiate le virgolette all’interno delle celle.',
  'csv.too-many-rows': 'Il file ha più di 2.000.000 di righe, comprese quelle vuote. Dividetelo in più file.',
  'file.no-csv': 'La mail non contiene alcun file CSV.',
  'file.not-set-up': 'L’importazione non è configurata per questo account. Rivolgetevi alla nostra assistenza.',
  'file.nothing-found': 'Mancano colonne: {missing}. Non ne è stata trovata nessuna.',
  'file.missing-columns': 'Mancano colonne: {missing}. Sono state trovate: {found}.',
  'file.same-twice': 'Lo stesso file è due volte nella mail; è stato letto una volta.',
  'file.same-on-day': 'Lo stesso file è stato importato il {day}; nulla è stato rifatto.',
  'file.same-before': 'Lo stesso file è già stato importato; nulla è stato rifatto.',
  'file.given-up':
    'Il file non si è potuto leggere fino alla fine; la nostra assistenza è avvisata. Potete inviarlo di nuovo.',
  'row.too-many-cells':
    'La riga ha più celle di quante colonne ha l’intestazione: non si possono distinguere. Mettete tra virgolette le celle che contengono il separatore.',
  'row.trip-reversed': 'La partenza è prima dell’arrivo.',
  'row.nights-outside': 'Le notti di questa colonna finiscono il {to}, dopo la partenza il {departure}.',
  'row.hotel-not-found': 'Nessun elemento ha questo identificativo, né interno né esterno nella libreria {library}.',
  'row.code-above': 'Una riga più in alto ha lo stesso codice di download.',
  'row.code-taken': 'Esiste già una release con questo codice di download.',
  'row.no-answer':
    'Nessuna risposta entro 15 minuti. La release può ancora essere creata: cercate il suo codice di download prima di inviare di nuovo questa riga.',
  'cell.empty': 'La cella è vuota.',
  'cell.spreadsheet-error':
    'Un foglio di calcolo ha messo qui un errore al posto di un valore. Correggete la formula o scrivete il valore.',
  'date.not-a-date': 'Non è una data.',
  'date.ambiguous': 'Giorno e mese non si distinguono. Scrivete AAAA-MM-GG.',
  'date.no-such-day': 'Questo giorno non esiste.',
  'date.short-year': 'L’anno ha due cifre. Scrivetele tutte e quattro.',
  'date.words': 'La data è scritta a parole. Scrivetela in cifre, AAAA-MM-GG.',
  'date.serial-number':
    'Un foglio di calcolo ha trasformato questa data in un numero. Date alla colonna il formato data.',
  'date.other-format': 'La data non ha la forma concordata per i vostri file. Scrivetela così o AAAA-MM-GG.',
  'date.time-zone': 'L’ora è quella di un altro fuso: il giorno non è certo. Scrivete solo la data.',
  'number.not-a-number': 'Non è un numero intero.',
  'number.ambiguous': 'I tre zeri possono essere decimali o migliaia. Scrivete il numero senza separatori.',
  'number.scientific':
    'Un foglio di calcolo ha abbreviato questo numero (come 1,23E+05) e delle cifre sono perse. Date alla colonna il formato testo.',
  'number.too-large': 'Questo numero è troppo grande.',
  'release.code': 'Deve essere un numero intero da 1 a 9007199254740991.',
  'release.language': 'Deve essere un codice di lingua di due lettere, come it.',
  'release.devices': 'Deve essere un numero intero da 1 a 9999.',
  'release.day': 'Deve essere un giorno del calendario, AAAA-MM-GG.',
  'release.too-long': 'Deve avere al massimo {count} caratteri.',
  'release.code-taken': 'Un’altra release dell’account ha questo codice.',
  'release.no-guidebook': 'Nessuna guida dell’account ha questo identificativo esterno.',
  'release.locked': 'La release è bloccata.',
  'release.no-poi': 'Nessun luogo dell’account corrisponde a questo riferimento.',
  text: '{text}',
}
