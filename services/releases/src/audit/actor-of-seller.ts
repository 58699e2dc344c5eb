/**
 * The actor in the operator's log of a change by the seller: its OID, but not its person or key, which are its own business. Of support, which acts
 * in the seller's place, the name without the reason.
 */
export const actorOfSeller = (actor: string, oid: string | undefined): string =>
  /^support(:|$)/.test(actor) ? actor.replace(/ \(.*\)$/s, '') : `seller:${oid}`
