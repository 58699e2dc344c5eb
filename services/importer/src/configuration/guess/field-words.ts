import type { RequiredField } from '@guidebook/contracts'

export type GuessedField = RequiredField | 'hotel'

/**
 * Names of the columns in booking systems, in the languages of the product's mails, as normalised by `plain`. A header that equals such a word scores
 * higher than one that contains it.
 */
export const fieldWords: Readonly<Record<GuessedField, readonly string[]>> = {
  downloadCode: [
    ...[
      'downloadcode',
      'booking',
      'bookingno',
      'bookingnumber',
      'bookingref',
      'reference',
      'reservation',
      'order',
      'code',
    ],
    ...['buchung', 'buchungsnummer', 'buchungsnr', 'vorgang', 'vorgangsnummer', 'reservierung', 'auftrag'],
    ...['dossier', 'numerodossier', 'pratica', 'prenotazione', 'reserva', 'localizador', 'boeking', 'boekingsnummer'],
  ],
  guidebookId: [
    ...[
      'guidebook',
      'guidebookid',
      'tour',
      'tourcode',
      'trip',
      'tripcode',
      'product',
      'productcode',
      'itinerary',
      'package',
    ],
    ...['reise', 'reisecode', 'reisenummer', 'programm', 'produkt', 'voyage', 'circuit', 'sejour'],
    ...['viaggio', 'programma', 'viaje', 'ruta', 'reis', 'reiscode', 'reisnummer', 'route'],
  ],
  language: ['language', 'lang', 'sprache', 'langue', 'lingua', 'idioma', 'taal', 'locale'],
  arrivalDate: [
    ...['arrival', 'arrivaldate', 'checkin', 'start', 'startdate', 'from', 'begin', 'datein'],
    ...['anreise', 'anreisedatum', 'ankunft', 'beginn', 'reisebeginn', 'von', 'arrivee', 'debut'],
    ...['arrivo', 'inizio', 'llegada', 'inicio', 'entrada', 'aankomst', 'van'],
  ],
  departureDate: [
    ...['departure', 'departuredate', 'checkout', 'end', 'enddate', 'to', 'until', 'dateout'],
    ...['abreise', 'abreisedatum', 'ende', 'reiseende', 'bis', 'depart', 'fin'],
    ...['partenza', 'fine', 'salida', 'vertrek', 'einde', 'tot'],
  ],
  devices: [
    ...['devices', 'persons', 'people', 'pax', 'travellers', 'travelers', 'guests', 'adults', 'participants', 'count'],
    ...['personen', 'personenzahl', 'teilnehmer', 'reisende', 'anzahl', 'gaste', 'gerate', 'personnes', 'voyageurs'],
    ...['persone', 'viaggiatori', 'partecipanti', 'personas', 'viajeros', 'huespedes', 'aantal', 'reizigers'],
  ],
  hotel: [
    ...[
      'hotel',
      'hotelid',
      'accommodation',
      'lodging',
      'night',
      'day',
      'poi',
      'unterkunft',
      'nacht',
      'tag',
      'ubernachtung',
    ],
    ...['hebergement', 'nuit', 'jour', 'alloggio', 'notte', 'giorno', 'alojamiento', 'noche', 'dia', 'verblijf', 'dag'],
  ],
}

/** The letters of a header, without case and accents. */
export const plain = (header: string): string =>
  header
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^a-z]/g, '')

/** The night or day of the stay in a header ("Night 3", "Tag 2"); `null` without one. */
export const namedNight = (header: string): number | null => {
  if (!nightWords.includes(plain(header))) return null
  const night = Number(/\d{1,3}/.exec(header)?.[0] ?? 0)
  return night > 0 && night <= 366 ? night : null
}

const nightWords = ['night', 'day', 'nacht', 'tag', 'nuit', 'jour', 'notte', 'giorno', 'noche', 'dia', 'dag']
