import type { PortalTexts } from '@guidebook/messages/portal'

const services = new Set(['builder', 'gateway', 'geodata', 'releases', 'webhooks'])

/** Who did something, as people read it. Logs have a person as `user:anna@account.example`, a seller as `seller:XYZ`, and keys by their beginning. */
export function actorText(actor: string, t: PortalTexts): string {
  const [, kind, rest] = /^(user|support|seller)(?::(.*))?$/s.exec(actor) ?? []
  if (kind === 'user' && rest !== undefined) return rest
  if (kind === 'seller' && rest !== undefined) return t.labelled({ label: t.reseller, value: rest })
  if (kind === 'support')
    return rest === undefined ? t.actorSupport : t.labelled({ label: t.actorSupport, value: rest })
  if (actor.startsWith('gbk_')) return `${t.apiKey} ${actor}…`
  if (actor === 'traveller') return t.traveller
  if (actor === 'importer') return t.importRun
  return services.has(actor) ? t.actorService : actor
}
