import { domainToASCII } from 'node:url'
import { getDomain } from 'tldts'

/**
 * Whether a verified domain may speak for the domain of an author: both belong to the same organisation by the public suffix
 * list (relaxed alignment, as DMARC has it). A public suffix, such as `co.uk`, belongs to none and speaks for itself only.
 */
export const isAligned = (verified: string, author: string): boolean => {
  const [a, b] = [normal(verified), normal(author)]
  if (a === '' || b === '') return false
  return a === b || (organisation(a) !== null && organisation(a) === organisation(b))
}

export const isSameDomain = (verified: string, author: string): boolean =>
  normal(verified) !== '' && normal(verified) === normal(author)

const normal = (domain: string): string => domainToASCII(domain.trim()).replace(/\.$/, '')

const organisation = (domain: string): string | null => getDomain(domain, { allowPrivateDomains: true })
