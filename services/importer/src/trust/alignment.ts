import { domainToASCII } from 'node:url'
import { getDomain } from 'tldts'

/**
 * Whether a verified domain may vouch for the domain of an author: both belong to one organisation by the public suffix list (relaxed alignment of
 * DMARC). A public suffix, such as `co.uk`, belongs to no organisation and vouches only for itself.
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
