import type { Texts } from '../texts.ts'
import type { en } from './en.ts'

export const es: Texts<typeof en> = {
  subject: 'Reserva {code}: no se pudo incluir todo',
  opening: 'Al crear «{title}» para la reserva {code} se observó lo siguiente:',
  published:
    'Todo lo demás está a disposición del cliente. El registro de la publicación contiene las mismas entradas.',
  failed:
    'No se pudieron crear los documentos. El registro de la publicación indica el motivo; después se puede iniciar de nuevo la creación.',
}
