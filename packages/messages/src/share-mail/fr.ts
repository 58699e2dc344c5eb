import type { Texts } from '../texts.ts'
import type { en } from './en.ts'

export const fr: Texts<typeof en> = {
  subject: '{operator} a partagé « {title} » avec vous',
  opening: '{operator} a publié un carnet de voyage pour l’un de vos clients.',
  guidebook: 'Carnet de voyage',
  code: 'Votre code de réservation',
  period: 'Valable',
  link: 'Lien pour le client',
  closing: 'Le lien reste le même, même si la réservation change.',
}
