import type { Texts } from '../texts.ts'
import type { en } from './en.ts'

export const nl: Texts<typeof en> = {
  'attachment.spreadsheet':
    'Dit is een werkmap, geen CSV-bestand. Sla de lijst op als CSV (UTF-8) en stuur dat bestand.',
  'attachment.document':
    'Dit is een document, geen CSV-bestand. Exporteer de lijst uit het boekingssysteem als CSV en stuur dat bestand.',
  'attachment.unknown-kind':
    'Dit is geen CSV-bestand. Exporteer de lijst uit het boekingssysteem als CSV en stuur dat bestand.',
  'attachment.outlook-container':
    'Outlook heeft de bijlagen in winmail.dat verpakt, dat niet gelezen kan worden. Stuur de mail als HTML of platte tekst, niet als RTF.',
  'attachment.archive-unreadable':
    'Het archief is beschadigd of onvolledig. Pak het opnieuw in of voeg het CSV-bestand zelf als bijlage toe.',
  'attachment.archive-too-large':
    'Het archief bevat te veel of te grote bestanden. Voeg de CSV-bestanden zelf als bijlage toe.',
  'attachment.archive-encrypted':
    'Het archief is met een wachtwoord beveiligd. Voeg het CSV-bestand zelf toe, of ingepakt zonder wachtwoord.',
  'attachment.archive-nested':
    'Dit archief zit in een ander archief. Voeg het CSV-bestand zelf toe, of in één ZIP-archief.',
  'attachment.archive-unsupported':
    'Archieven van deze soort worden niet gelezen. Voeg het CSV-bestand zelf toe, of in een ZIP-archief.',
  'attachment.archive-without-csv':
    'Het archief bevat geen CSV-bestand. Exporteer de lijst als CSV en stuur dat bestand.',
  'attachment.old-encoding':
    'De bijlage is gecodeerd op een manier die niet meer in gebruik is (uuencode, yEnc of BinHex). Voeg het bestand zelf toe.',
  'attachment.encrypted':
    'De mail is versleuteld of verzegeld en kan hier niet gelezen worden. Stuur haar zonder versleuteling.',
  'attachment.partial':
    'Dit is maar een stuk van een mail die gesplitst werd. Stuur het bestand in één mail, desnoods als ZIP-archief.',
  'attachment.external': 'De mail bevat alleen een link naar het bestand. Voeg het bestand zelf als bijlage toe.',
  'attachment.too-many-files': 'De mail bevat meer dan 100 CSV-bestanden. Stuur ze in meerdere mails.',
  'attachment.too-complex':
    'De mail heeft te veel of te diep geneste delen of te lange kopregels. Stuur een nieuwe mail met het bestand als bijlage.',
  'csv.no-text': 'Het bestand is geen tekst: het bevat NUL-tekens.',
  'csv.unknown-encoding':
    'De codering van het bestand is niet te herkennen: het is geen UTF-8, UTF-16 of Windows-1252. Sla het op als “CSV UTF-8”.',
  'csv.unknown-delimiter':
    'Het bestand geeft “{declared}” als scheidingsteken op. Sla het op met een puntkomma, komma, tab of verticale streep tussen de cellen.',
  'csv.long-header': 'De kopregel is langer dan 64 kB.',
  'csv.empty': 'Het bestand is leeg: het heeft geen kopregel.',
  'csv.repeated-column': 'De kopregel heeft een kolom meer dan eens: {columns}. Laat van elke één staan.',
  'csv.open-quote-in-header':
    'Het bestand kan niet tot het einde gelezen worden: aanhalingstekens die in de kopregel beginnen, worden nooit gesloten.',
  'csv.open-quote':
    'Het bestand kan niet tot het einde gelezen worden: aanhalingstekens die in rij {row} beginnen, worden nooit gesloten.',
  'csv.endless-row':
    'Het bestand kan niet tot het einde gelezen worden: rij {row} is langer dan 64 kB, waarschijnlijk doordat aanhalingstekens nooit gesloten worden.',
  'csv.wide-header': 'De kopregel heeft meer dan 16.384 kolommen. Laat alleen de benodigde staan.',
  'csv.wide-row': 'Rij {row} heeft meer dan 16.384 cellen. Laat alleen de kolommen staan die de kopregel noemt.',
  'csv.broken-quotes':
    'Het bestand kan niet tot het einde gelezen worden: tot en met rij {row} hebben te veel cellen tekst achter het sluitende aanhalingsteken. Verdubbel aanhalingstekens binnen cellen.',
  'csv.too-many-rows':
    'Het bestand heeft meer dan 2.000.000 rijen, lege meegeteld. Verdeel het over meerdere bestanden.',
  'file.no-csv': 'De mail bevat geen CSV-bestand.',
  'file.not-set-up': 'De import is voor dit account niet ingericht. Neem contact op met onze support.',
  'file.nothing-found': 'Er ontbreken kolommen: {missing}. Er werden er geen gevonden.',
  'file.missing-columns': 'Er ontbreken kolommen: {missing}. Gevonden werden: {found}.',
  'file.same-twice': 'Hetzelfde bestand zit twee keer in de mail; het is één keer gelezen.',
  'file.same-on-day': 'Hetzelfde bestand is op {day} geïmporteerd; er is niets opnieuw gedaan.',
  'file.same-before': 'Hetzelfde bestand is al geïmporteerd; er is niets opnieuw gedaan.',
  'file.given-up':
    'Het bestand kon niet tot het einde gelezen worden; onze support weet ervan. U mag het opnieuw sturen.',
  'row.too-many-cells':
    'De rij heeft meer cellen dan de kopregel kolommen, zodat ze niet uit elkaar te houden zijn. Zet cellen met het scheidingsteken erin tussen aanhalingstekens.',
  'row.trip-reversed': 'Het vertrek ligt vóór de aankomst.',
  'row.nights-outside': 'De nachten van deze kolom eindigen op {to}, na het vertrek op {departure}.',
  'row.hotel-not-found':
    'Er is geen item met deze ID gevonden, niet als interne ID en niet als externe ID in de bibliotheek {library}.',
  'row.code-above': 'Een rij hierboven heeft dezelfde downloadcode.',
  'row.code-taken': 'Er bestaat al een release met deze downloadcode.',
  'row.no-answer':
    'Binnen 15 minuten kwam er geen antwoord. De release kan nog ontstaan: zoek naar haar downloadcode voordat u deze rij opnieuw stuurt.',
  'cell.empty': 'De cel is leeg.',
  'cell.spreadsheet-error':
    'Een rekenblad heeft hier een fout gezet in plaats van een waarde. Verbeter de formule of vul de waarde in.',
  'date.not-a-date': 'Dit is geen datum.',
  'date.ambiguous': 'Dag en maand zijn niet te onderscheiden. Schrijf JJJJ-MM-DD.',
  'date.no-such-day': 'Deze dag bestaat niet.',
  'date.short-year': 'Het jaartal heeft twee cijfers. Schrijf ze alle vier.',
  'date.words': 'De datum is in woorden geschreven. Schrijf hem in cijfers, als JJJJ-MM-DD.',
  'date.serial-number': 'Een rekenblad heeft deze datum in een getal veranderd. Geef de kolom de opmaak datum.',
  'date.other-format':
    'De datum heeft niet de vorm die voor uw bestanden is afgesproken. Schrijf hem zo, of als JJJJ-MM-DD.',
  'date.time-zone': 'De tijd is die van een andere tijdzone, zodat de dag niet zeker is. Schrijf alleen de datum.',
  'number.not-a-number': 'Dit is geen heel getal.',
  'number.ambiguous':
    'De drie nullen kunnen decimalen of duizendtallen zijn. Schrijf het getal zonder scheidingstekens.',
  'number.scientific':
    'Een rekenblad heeft dit getal afgekort (zoals 1,23E+05) en er zijn cijfers verloren. Geef de kolom de opmaak tekst.',
  'number.too-large': 'Dit getal is te groot.',
  'release.code': 'Moet een heel getal van 1 tot en met 9007199254740991 zijn.',
  'release.language': 'Moet een taalcode van twee letters zijn, zoals nl.',
  'release.devices': 'Moet een heel getal van 1 tot en met 9999 zijn.',
  'release.day': 'Moet een kalenderdag zijn, JJJJ-MM-DD.',
  'release.too-long': 'Mag hoogstens {count} tekens hebben.',
  'release.code-taken': 'Een andere release van het account heeft deze code.',
  'release.no-guidebook': 'Geen reisgids van het account heeft deze externe ID.',
  'release.locked': 'De release is vergrendeld.',
  'release.no-poi': 'Geen plaats van het account past bij deze verwijzing.',
  text: '{text}',
}
