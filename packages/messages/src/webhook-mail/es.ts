import type { Texts } from '../texts.ts'
import type { en } from './en.ts'

export const es: Texts<typeof en> = {
  subject: 'Su webhook se ha desactivado',
  greeting: 'Hola, {name}:',
  off: 'hemos dejado de enviar publicaciones a su webhook en {host}.',
  gone: 'Respondió 410 Gone, es decir, que no quiere recibir nada más.',
  'nothing-but-failures': 'Desde hace cinco días han fallado todos los intentos de contactar con él.',
  next: 'No se ha perdido nada: se conserva cada publicación que no se entregó. Cuando su webhook vuelva a funcionar, pida a nuestro soporte que lo active; después podrá enviar todo lo que faltó.',
}
