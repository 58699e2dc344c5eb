import type { InterfaceLanguage } from '../language/languages.ts'

interface ShareWords {
  subject(operator: string, title: string): string
  opening(operator: string): string
  guidebook: string
  code: string
  period: string
  link: string
  closing: string
}

/** What the mail to a seller says. */
export const shareWords: Record<InterfaceLanguage, ShareWords> = {
  de: {
    subject: (operator, title) => `${operator} hat „${title}“ mit Ihnen geteilt`,
    opening: (operator) => `${operator} hat ein Reisebuch für einen Ihrer Gäste freigegeben.`,
    guidebook: 'Reisebuch',
    code: 'Ihr Buchungscode',
    period: 'Gültig',
    link: 'Link für den Gast',
    closing: 'Der Link bleibt derselbe, auch wenn sich an der Buchung noch etwas ändert.',
  },
  en: {
    subject: (operator, title) => `${operator} shared “${title}” with you`,
    opening: (operator) => `${operator} released a guidebook for one of your guests.`,
    guidebook: 'Guidebook',
    code: 'Your booking code',
    period: 'Valid',
    link: 'Link for the guest',
    closing: 'The link stays the same, even when the booking changes.',
  },
  fr: {
    subject: (operator, title) => `${operator} a partagé « ${title} » avec vous`,
    opening: (operator) => `${operator} a publié un carnet de voyage pour l’un de vos clients.`,
    guidebook: 'Carnet de voyage',
    code: 'Votre code de réservation',
    period: 'Valable',
    link: 'Lien pour le client',
    closing: 'Le lien reste le même, aussi quand la réservation change.',
  },
  it: {
    subject: (operator, title) => `${operator} ha condiviso «${title}» con voi`,
    opening: (operator) => `${operator} ha pubblicato una guida di viaggio per uno dei vostri ospiti.`,
    guidebook: 'Guida',
    code: 'Il vostro codice di prenotazione',
    period: 'Valida',
    link: 'Link per l’ospite',
    closing: 'Il link resta lo stesso, anche quando la prenotazione cambia.',
  },
  es: {
    subject: (operator, title) => `${operator} ha compartido «${title}» con ustedes`,
    opening: (operator) => `${operator} ha publicado una guía de viaje para uno de sus clientes.`,
    guidebook: 'Guía',
    code: 'Su código de reserva',
    period: 'Válida',
    link: 'Enlace para el cliente',
    closing: 'El enlace sigue siendo el mismo aunque cambie la reserva.',
  },
  nl: {
    subject: (operator, title) => `${operator} heeft ‘${title}’ met u gedeeld`,
    opening: (operator) => `${operator} heeft een reisgids voor een van uw gasten vrijgegeven.`,
    guidebook: 'Reisgids',
    code: 'Uw boekingscode',
    period: 'Geldig',
    link: 'Link voor de gast',
    closing: 'De link blijft dezelfde, ook als de boeking verandert.',
  },
}
