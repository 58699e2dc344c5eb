import type { PortalTexts } from '@guidebook/messages/portal'

const services = new Set(['builder', 'gateway', 'geodata', 'releases', 'webhooks'])

/** Who did something, as people read it. The logs have a person as `user:anna@account.example`, and keys by their beginning. */
export function actorText(actor: string, t: PortalTexts): string {
  const [, kind, rest] = /^(user|support)(?::(.*))?$/s.exec(actor) ?? []
  if (kind === 'user' && rest !== undefined) return rest
  if (kind === 'support') return rest === undefined ? t.actorSupport : `${t.actorSupport}: ${rest}`
  if (actor.startsWith('gbk_')) return `${t.apiKey} ${actor}…`
  if (actor === 'traveller') return t.traveller
  if (actor === 'importer') return t.importRun
  return services.has(actor) ? t.actorService : actor
}
