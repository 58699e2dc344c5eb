import type { AccountProjection } from '@guidebook/contracts'
import type { Mail } from '@guidebook/service-kit'
import { paragraphs } from './paragraphs.ts'

/** Why an endpoint gets nothing any more. */
export type EndReason = 'gone' | 'nothing-but-failures'

interface Words extends Record<EndReason, string> {
  subject: string
  greeting(name: string): string
  off(host: string): string
  next: string
}

const en: Words = {
  subject: 'Your webhook has been switched off',
  greeting: (name) => `Hello ${name},`,
  off: (host) => `we have stopped sending releases to your webhook at ${host}.`,
  gone: 'It answered 410 Gone, which says that nothing more is wanted.',
  'nothing-but-failures': 'For five days every attempt to reach it has failed.',
  next: 'Nothing is lost: every release that was not delivered is kept. When your webhook works again, ask our support to switch it on; support can then send everything that was missed.',
}

const words: Readonly<Record<string, Words>> = {
  en,
  de: {
    subject: 'Ihr Webhook wurde abgeschaltet',
    greeting: (name) => `Guten Tag ${name},`,
    off: (host) => `wir senden keine Freigaben mehr an Ihren Webhook bei ${host}.`,
    gone: 'Er hat mit 410 Gone geantwortet, also nichts weiter haben wollen.',
    'nothing-but-failures': 'Seit fünf Tagen ist jeder Versuch, ihn zu erreichen, fehlgeschlagen.',
    next: 'Nichts ist verloren: Jede Freigabe, die nicht zugestellt wurde, ist aufbewahrt. Wenn Ihr Webhook wieder arbeitet, bitten Sie unseren Support, ihn einzuschalten; er kann dann alles Versäumte nachsenden.',
  },
  fr: {
    subject: 'Votre webhook a été désactivé',
    greeting: (name) => `Bonjour ${name},`,
    off: (host) => `nous n’envoyons plus de publications à votre webhook sur ${host}.`,
    gone: 'Il a répondu 410 Gone, c’est-à-dire qu’il ne veut plus rien recevoir.',
    'nothing-but-failures': 'Depuis cinq jours, toutes les tentatives de le joindre ont échoué.',
    next: 'Rien n’est perdu : chaque publication non remise est conservée. Quand votre webhook fonctionnera de nouveau, demandez à notre support de le réactiver ; il pourra alors envoyer tout ce qui a été manqué.',
  },
  it: {
    subject: 'Il vostro webhook è stato disattivato',
    greeting: (name) => `Buongiorno ${name},`,
    off: (host) => `non inviamo più pubblicazioni al vostro webhook su ${host}.`,
    gone: 'Ha risposto 410 Gone, cioè non desidera ricevere altro.',
    'nothing-but-failures': 'Da cinque giorni ogni tentativo di raggiungerlo è fallito.',
    next: 'Nulla è andato perso: ogni pubblicazione non consegnata è conservata. Quando il webhook funzionerà di nuovo, chiedete al nostro supporto di riattivarlo; potrà poi inviare tutto ciò che è mancato.',
  },
  es: {
    subject: 'Su webhook se ha desactivado',
    greeting: (name) => `Hola, ${name}:`,
    off: (host) => `hemos dejado de enviar publicaciones a su webhook en ${host}.`,
    gone: 'Respondió 410 Gone, es decir, que no quiere recibir nada más.',
    'nothing-but-failures': 'Desde hace cinco días han fallado todos los intentos de contactar con él.',
    next: 'No se ha perdido nada: se conserva cada publicación que no se entregó. Cuando su webhook vuelva a funcionar, pida a nuestro soporte que lo active; después podrá enviar todo lo que faltó.',
  },
  nl: {
    subject: 'Uw webhook is uitgeschakeld',
    greeting: (name) => `Hallo ${name},`,
    off: (host) => `wij sturen geen releases meer naar uw webhook op ${host}.`,
    gone: 'Hij antwoordde met 410 Gone en wil dus niets meer ontvangen.',
    'nothing-but-failures': 'Al vijf dagen is elke poging om hem te bereiken mislukt.',
    next: 'Er gaat niets verloren: elke release die niet is afgeleverd, blijft bewaard. Werkt uw webhook weer, vraag onze support dan om hem in te schakelen; die kan daarna alles versturen wat u gemist hebt.',
  },
}

/** Tells an account, in its language, that its webhook gets nothing any more, why, and what to do. Names the host alone: an address may hold a key. */
export const switchedOffMail = (owner: AccountProjection, url: string, reason: EndReason): Mail => {
  const lang = words[owner.defaultLang] ? owner.defaultLang : 'en'
  const { subject, greeting, off, next, [reason]: why } = words[lang] ?? en
  return {
    to: owner.email,
    subject,
    ...paragraphs(lang, [greeting(owner.name), off(new URL(url).host), why, next]),
    autoSubmitted: 'auto-generated',
  }
}
