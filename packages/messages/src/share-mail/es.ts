import type { Texts } from '../texts.ts'
import type { en } from './en.ts'

export const es: Texts<typeof en> = {
  subject: '{operator} ha compartido «{title}» con ustedes',
  opening: '{operator} ha publicado una guía de viaje para uno de sus clientes.',
  guidebook: 'Guía',
  code: 'Su código de reserva',
  period: 'Válida',
  link: 'Enlace para el cliente',
  closing: 'El enlace sigue siendo el mismo aunque cambie la reserva.',
}
