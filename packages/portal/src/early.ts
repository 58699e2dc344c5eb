/**
 * Runs before the rest of the code has arrived, so it is small: loads the code and the texts of the page at the address, and sends the page's
 * first requests. Without it, a browser would do one of these after the other.
 */

import { loadPortalTranslation } from '@guidebook/messages/portal-translations'
import { codeAt } from './app/page-code.ts'
import { preferredLanguage } from './i18n/preferred-language.ts'
import { requestEarly } from './session/early-requests.ts'

/** What loads here is loaded again where it is used, and reported there if that fails. */
const ignoreFailure = () => undefined

loadPortalTranslation(preferredLanguage()).catch(ignoreFailure)
codeAt(location.pathname)?.().catch(ignoreFailure)

const [, oid, page] = /^\/portal\/o\/([^/]+)\/?(.*)$/.exec(location.pathname) ?? []
requestEarly('/portal/session', { onResponse: requestForAccount })

async function requestForAccount(response: Response): Promise<void> {
  if (oid === undefined || !response.ok) return
  const { accounts }: { accounts: { id: string; oid: string }[] } = await response.json()
  const account = accounts.find((one) => one.oid === oid)?.id
  if (account === undefined) return
  requestEarly('/portal/api/account', { account })
  if (page === 'releases' && location.search === '') requestEarly(`/portal/api/content/release/${account}`, { account })
}
